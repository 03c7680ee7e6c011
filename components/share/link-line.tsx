'use client';

import { ExternalLinkIcon, MailIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';

type LinkLineProps = { link: string; linkId: string; isLive: boolean; onMail: () => void };

/** The link, as large as it matters. Where there is no room for all of it, its id is what stays. */
export function LinkLine({ link, linkId, isLive, onMail }: LinkLineProps) {
  const { mailEnabled } = useAppConfig();
  const t = useTranslations('share.detail.ticket');
  const [before = '', after = ''] = link.replace(/^https?:\/\//, '').split(linkId);
  return (
    <>
      <p className="mt-1.5 flex font-mono text-base/7 tracking-tight text-muted sm:text-lg/7">
        <span className="hidden min-w-0 truncate sm:inline">{before}</span>
        <span className="sm:shrink-0">
          <span className="break-all text-ink">{linkId}</span>
          {after}
        </span>
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <CopyButton text={link} label={t('copy')} copiedLabel={t('copied')} failedLabel={t('copyFailed')} />
        {isLive && mailEnabled && (
          <Button tone="quiet" onClick={onMail}>
            <MailIcon aria-hidden />
            {t('mail')}
          </Button>
        )}
        {isLive && (
          <ButtonAnchor tone="quiet" href={link} target="_blank" rel="noopener" title={t('openHint')}>
            <ExternalLinkIcon aria-hidden />
            {t('open')}
          </ButtonAnchor>
        )}
      </div>
    </>
  );
}
