import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SenderColor } from '@/components/sender/sender-color';
import { SenderHead } from '@/components/sender/sender-head';
import type { Sender } from '@/lib/contract/share/sender';

type InboxBrandingProps = {
  color: string | null;
  logo: string | null;
  receiver: Sender | null;
  children: ReactNode;
};

export function InboxBranding({ color, logo, receiver, children }: InboxBrandingProps) {
  const t = useTranslations('inbox');
  return (
    <div data-branding>
      <SenderColor color={color ?? receiver?.color} within="[data-branding]" />
      {(color !== null || logo !== null) && (
        <div className="mx-auto mb-6 flex w-full max-w-xl flex-col gap-5">
          {color !== null && <span className="h-1 rounded-full bg-action" />}
          {logo !== null && <InboxLogo data={logo} />}
        </div>
      )}
      {receiver && (
        <div className="mx-auto mb-6 w-full max-w-xl">
          <SenderHead sender={receiver} label={t('receiver', { name: receiver.name })} />
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
