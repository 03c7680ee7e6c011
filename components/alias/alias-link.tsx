'use client';

import { ExternalLinkIcon, MailIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { MailForm } from '@/components/mail/mail-form';
import { useMailing } from '@/components/mail/use-mailing';
import { PhoneQr, QrStub } from '@/components/share/qr-plate';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import type { AliasDetail } from '@/lib/contract/alias';
import { paths } from '@/lib/paths';

/** The link that brings files in, and the ways to pass it on. */
export function AliasLink({ detail: { id, enabled } }: { detail: AliasDetail }) {
  const t = useTranslations('alias.link');
  const share = useTranslations('share.detail.link');
  const { baseUrl, mailEnabled } = useAppConfig();
  const mailing = useMailing();
  const link = `${baseUrl}${paths.inbox(id)}`;
  return (
    <section
      aria-label={t('label')}
      className="mb-10 flex overflow-clip rounded-card bg-raised shadow-card ring-1 ring-line"
    >
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-4 p-5 sm:p-6">
        {!enabled && <Banner tone="info">{t('off')}</Banner>}
        <p className="text-sm text-muted text-pretty">{t('anyone')}</p>
        <code className="rounded-control bg-sunken px-3 py-2.5 font-mono text-sm/6 wrap-anywhere text-muted">
          {link.slice(0, -id.length)}
          {/* An id that has no room beside its host begins a line of its own, whole. */}
          <span className="inline-block max-w-full text-ink">{id}</span>
        </code>
        {mailing.isOpen ? (
          <MailForm template={{ kind: 'alias', id }} onLeave={mailing.close} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <CopyButton
              text={link}
              label={t('copy')}
              copiedLabel={t('copied')}
              failedLabel={t('copyFailed')}
            />
            {enabled && (
              <ButtonAnchor tone="quiet" href={link} target="_blank" rel="noopener" title={t('openHint')}>
                <ExternalLinkIcon aria-hidden />
                {t('open')}
              </ButtonAnchor>
            )}
            {enabled && (
              <Button ref={mailing.button} tone="quiet" disabled={!mailEnabled} onClick={mailing.open}>
                <MailIcon aria-hidden />
                {t('mail')}
              </Button>
            )}
            {enabled && !mailEnabled && <p className="self-center text-xs text-muted">{share('mailOff')}</p>}
          </div>
        )}
        <div className="-mt-4 md:hidden">
          <PhoneQr link={link} />
        </div>
      </div>
      <QrStub link={link} />
    </section>
  );
}
