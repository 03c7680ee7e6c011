'use client';

import { useTranslations } from 'next-intl';
import { LinkButtons } from '@/components/mail/link-buttons';
import { MailForm, useMailForm } from '@/components/mail/use-mail-form';
import { PhoneQr, QrStub } from '@/components/share/link/qr-plate';
import { Banner } from '@/components/ui/dialog/banner';
import { useAppConfig } from '@/lib/client/app-config';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';

export function AliasLink({ detail: { id, enabled } }: { detail: AliasDetail }) {
  const t = useTranslations('alias.link');
  const { baseUrl } = useAppConfig();
  const mailing = useMailForm();
  const link = `${baseUrl}${paths.inbox(id)}`;
  return (
    <section
      aria-label={t('label')}
      className="mb-10 flex overflow-clip rounded-card bg-raised shadow-card ring-1 ring-line"
    >
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-4 p-5 sm:p-6">
        {!enabled && <Banner tone="info">{t('off')}</Banner>}
        {enabled && <p className="text-sm text-muted text-pretty">{t('anyone')}</p>}
        {/* Narrow screens show the ID only. */}
        <p className="flex font-mono text-base/7 tracking-tight text-muted sm:text-lg/7">
          <span className="hidden min-w-0 truncate sm:inline">
            {withoutScheme(link).slice(0, -id.length)}
          </span>
          <span className="break-all text-ink sm:shrink-0">{id}</span>
        </p>
        {mailing.isOpen ? (
          <MailForm template={{ kind: 'alias', id }} onLeave={mailing.close} />
        ) : (
          <LinkButtons
            link={link}
            isLive={enabled}
            openHint={t('openHint')}
            mailButton={mailing.button}
            onMail={mailing.open}
          />
        )}
        <div className="-mt-4 md:hidden">
          <PhoneQr link={link} />
        </div>
      </div>
      <QrStub link={link} />
    </section>
  );
}
