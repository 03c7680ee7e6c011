'use client';

import { ExternalLinkIcon, MailIcon, Share2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type RefObject, useSyncExternalStore } from 'react';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { MailOff } from './mail-off';

type LinkButtonsProps = {
  link: string;
  /** A dead link can only be copied. */
  isLive: boolean;
  openHint: string;
  mailLabel?: string;
  onMail: () => void;
  mailButton?: RefObject<HTMLButtonElement | null>;
  isNew?: boolean | undefined;
};

export function LinkButtons({ link, isLive, isNew, openHint, onMail, ...mailing }: LinkButtonsProps) {
  const t = useTranslations('mail.link');
  const { mailLabel = t('mail'), mailButton } = mailing;
  const off = useTranslations('share.detail.link');
  const { mailEnabled } = useAppConfig();
  return (
    <div className="grid grid-cols-2 gap-2 *:first:col-span-2 sm:flex sm:flex-wrap">
      <CopyButton
        text={link}
        autoFocus={isNew}
        tone={isLive ? 'primary' : 'quiet'}
        label={t('copy')}
        copiedLabel={t('copied')}
        failedLabel={t('copyFailed')}
      />
      {isLive && (
        <>
          <Button ref={mailButton} tone="quiet" disabled={!mailEnabled} onClick={onMail}>
            <MailIcon aria-hidden />
            {mailLabel}
          </Button>
          <ButtonAnchor tone="quiet" href={link} target="_blank" rel="noopener" title={openHint}>
            <ExternalLinkIcon aria-hidden />
            {t('open')}
          </ButtonAnchor>
          <SystemShareButton link={link} />
          {!mailEnabled && (
            <p className="col-span-2 self-center text-xs text-muted">
              {off('mailOff')} <MailOff />
            </p>
          )}
        </>
      )}
    </div>
  );
}

function SystemShareButton({ link }: { link: string }) {
  const t = useTranslations('mail.link');
  const isOffered = useSyncExternalStore(
    () => () => undefined,
    () => typeof navigator.share === 'function',
    () => false,
  );
  if (!isOffered) return null;
  // Those who close the system's sheet again have changed their mind; nothing failed.
  const handOver = () => navigator.share({ url: link }).catch(() => undefined);
  return (
    <Button tone="quiet" onClick={handOver}>
      <Share2Icon aria-hidden />
      {t('share')}
    </Button>
  );
}
