import type { CSSProperties, ReactNode } from 'react';
import { buttonColors } from '@/lib/domain/look';

type InboxBrandingProps = { color: string | null; logo: string | null; children: ReactNode };

export function InboxBranding({ color, logo, children }: InboxBrandingProps) {
  return (
    <div style={color === null ? undefined : (buttonColors(color) as CSSProperties)}>
      {(color !== null || logo !== null) && (
        <div className="mx-auto mb-6 flex w-full max-w-xl flex-col gap-5">
          {color !== null && <span className="h-1 rounded-full bg-action" />}
          {logo !== null && <InboxLogo data={logo} />}
        </div>
      )}
      {children}
    </div>
  );
}

const look = 'h-14 w-auto max-w-64 self-start object-contain';

/** Decorative: the name is displayed beside it. */
export function InboxLogo({ data }: { data: string }) {
  // biome-ignore lint/performance/noImgElement: it is small, and here already
  return <img src={`data:image/webp;base64,${data}`} alt="" className={look} />;
}
