'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';

export function ReservedLink({ linkId }: { linkId: string }) {
  const t = useTranslations('create.uploading');
  const tLink = useTranslations('mail.link');
  const { baseUrl } = useAppConfig();
  const link = `${baseUrl}${paths.open(linkId)}`;
  return (
    <section
      aria-label={t('link')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line bg-sunken px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-mono text-sm tracking-tight break-all">{withoutScheme(link)}</p>
        <p className="mt-1 text-xs text-pretty text-muted">{t('ahead')}</p>
      </div>
      <CopyButton
        tone="quiet"
        text={link}
        label={tLink('copy')}
        copiedLabel={tLink('copied')}
        failedLabel={tLink('copyFailed')}
      />
    </section>
  );
}
