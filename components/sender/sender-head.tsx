import type { ReactNode } from 'react';
import type { Sender } from '@/lib/contract/share/sender';

type SenderHeadProps = {
  sender: Pick<Sender, 'name' | 'line' | 'picture'>;
  /** For those who don't see how it stands there, such as “From Ada”. */
  label: string;
  /** Their words, beside the picture. */
  children?: ReactNode;
};

/** While it is on a visitor's page, the mark of the server stands in the footer (components/nav). */
export function SenderHead({ sender: { name, line, picture }, label, children }: SenderHeadProps) {
  return (
    <div data-sender className="flex gap-3">
      <SenderFace name={name} picture={picture} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-10 flex-col justify-center text-sm wrap-anywhere">
          <p className="font-medium">
            <span className="sr-only">{label}</span>
            <span aria-hidden>{name}</span>
          </p>
          {line && <p className="text-muted">{line}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** The first letter stands in for a picture. */
export function SenderFace({ name, picture }: Pick<Sender, 'name' | 'picture'>) {
  const look = 'size-10 shrink-0 rounded-full';
  if (picture !== null)
    // biome-ignore lint/performance/noImgElement: it is small, and at an address of its own
    return <img src={picture} alt="" width={40} height={40} className={`${look} bg-sunken object-cover`} />;
  return (
    <span
      aria-hidden
      className={`${look} flex items-center justify-center bg-action text-base font-semibold text-on-action`}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
