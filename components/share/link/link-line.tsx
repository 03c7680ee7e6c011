'use client';

import { useTranslations } from 'next-intl';
import { LinkButtons } from '@/components/mail/link-buttons';
import { withoutScheme } from '@/lib/domain/url';

type LinkLineProps = {
  link: string;
  linkId: string;
  isLive: boolean;
  isNew: boolean | undefined;
  onMail: () => void;
};

/** Displays a new link in full. On narrow screens the link's id is the part that stays visible. */
export function LinkLine({ link, linkId, isLive, isNew, onMail }: LinkLineProps) {
  const t = useTranslations('share.detail.ticket');
  const [before = '', after = ''] = withoutScheme(link).split(linkId);
  return (
    <>
      {isNew ? (
        <p className="mt-1.5 font-mono text-base/6 tracking-tight break-all text-muted">
          {before}
          <span className="text-ink">{linkId}</span>
          {after}
        </p>
      ) : (
        <p className="mt-1.5 flex font-mono text-base/7 tracking-tight text-muted sm:text-lg/7">
          <span className="hidden min-w-0 truncate sm:inline">{before}</span>
          <span className="sm:shrink-0">
            <span className="break-all text-ink">{linkId}</span>
            {after}
          </span>
        </p>
      )}
      <div className="mt-5">
        <LinkButtons {...{ link, isLive, isNew, onMail }} openHint={t('openHint')} />
      </div>
    </>
  );
}
