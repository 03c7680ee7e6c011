import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DownloadAll } from '@/components/files/zip/download-all';
import { Link } from '@/components/ui/link';
import { useBytes } from '@/lib/client/use-bytes';
import { useTitle } from '@/lib/client/use-title';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { totalOf } from '@/lib/domain/share-total';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

export function DeliveryHeader({ detail }: { detail: ShareDetail }) {
  const t = useTranslations('share.detail');
  const format = useFormatter();
  const sizeText = useBytes();
  const titleOf = useTitle();
  const { id, aliasId, aliasName, created, files, total } = detail;
  const { files: count, size } = totalOf(detail);
  return (
    <header className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <p className="mb-1 text-sm text-muted tabular-nums">
          {t.rich('delivery.from', {
            alias: () =>
              aliasId && (
                <Link
                  href={paths.alias(aliasId)}
                  className="font-medium text-ink underline-offset-4 wrap-anywhere hover:underline"
                >
                  {aliasName}
                </Link>
              ),
            date: format.dateTime(created, dateTimeFormat('medium')),
          })}{' '}
          · {t('summary', { count, size: sizeText(size) })}
        </p>
        <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
          {titleOf(detail)}
        </h1>
      </div>
      <DownloadAll files={files} total={total} source={{ access: 'own', id }} />
    </header>
  );
}

type DeliveryProps = { sender: ReactNode; note: ReactNode; files: ReactNode; onward: ReactNode };

export function Delivery({ sender, note, files, onward }: DeliveryProps) {
  const t = useTranslations('share.detail.delivery');
  return (
    <>
      {sender}
      {note}
      {files}
      <section aria-labelledby="onward" className="mt-16">
        <h2 id="onward" className="mb-4 text-lg font-semibold tracking-tight">
          {t('onward')}
        </h2>
        {onward}
      </section>
    </>
  );
}
