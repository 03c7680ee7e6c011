import { DownloadIcon, SheetIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonAnchor } from '@/components/ui/button';
import { useAppConfig } from '@/lib/client/app-config';
import { useBytes } from '@/lib/client/use-bytes';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';

const tables = [
  ['xlsx', otherBytePaths.inboxWorkbook],
  ['csv', otherBytePaths.inboxTable],
] as const;

type DownloadDeliveriesProps = { aliasId: string; total: { files: number; size: number } };

/** Plain links, so that downloads continue in the browser when the page is left. */
export function DownloadDeliveries({ aliasId, total }: DownloadDeliveriesProps) {
  const t = useTranslations('deliveries');
  const zip = useTranslations('files.zip');
  const sizeText = useBytes();
  const { zipMaxSize } = useAppConfig();
  const fits = total.size <= zipMaxSize;
  const sizes = { size: sizeText(total.size), max: sizeText(zipMaxSize) };
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3">
      {total.files > 0 && fits && (
        <ButtonAnchor href={fillPath(otherBytePaths.inboxZip, { id: aliasId })} download>
          <DownloadIcon aria-hidden />
          {zip('all', sizes)}
        </ButtonAnchor>
      )}
      {tables.map(([kind, path]) => (
        <ButtonAnchor key={kind} tone="quiet" href={fillPath(path, { id: aliasId })} download>
          <SheetIcon aria-hidden />
          {t(kind)}
        </ButtonAnchor>
      ))}
      {!fits && zipMaxSize > 0 && (
        <p className="w-full text-sm text-pretty text-muted">{t('tooLarge', sizes)}</p>
      )}
    </div>
  );
}
