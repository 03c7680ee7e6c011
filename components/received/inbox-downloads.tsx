import { DownloadIcon, SheetIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { ButtonAnchor } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useAppConfig } from '@/lib/client/app-config';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { paths } from '@/lib/paths';

type InboxTotals = { id: string; name: string; deliveries: number; size: number };

const tables = [
  ['xlsx', 'Excel', otherBytePaths.inboxWorkbook],
  ['csv', 'CSV', otherBytePaths.inboxTable],
] as const;

/** Plain links, so that downloads continue in the browser when the page is left. */
export function DownloadInbox({ inbox: { id, deliveries, size } }: { inbox: InboxTotals }) {
  const t = useTranslations('deliveries');
  const zip = useTranslations('files.zip');
  const sizeText = useShortBytes();
  const { zipMaxSize } = useAppConfig();
  const sizes = { size: sizeText(size), max: sizeText(zipMaxSize) };
  if (deliveries === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {size > 0 && size <= zipMaxSize && (
        <ButtonAnchor
          tone="quiet"
          href={fillPath(otherBytePaths.inboxZip, { id })}
          download
          aria-label={zip('all', sizes)}
          title={zip('all', sizes)}
        >
          <DownloadIcon aria-hidden />
          ZIP
        </ButtonAnchor>
      )}
      {tables.map(([kind, word, path]) => (
        <ButtonAnchor
          key={kind}
          tone="quiet"
          href={fillPath(path, { id })}
          download
          aria-label={t(kind)}
          title={t(kind)}
        >
          <SheetIcon aria-hidden />
          {word}
        </ButtonAnchor>
      ))}
      {size > zipMaxSize && zipMaxSize > 0 && (
        <p className="w-full text-sm text-pretty text-muted">{t('tooLarge', sizes)}</p>
      )}
    </div>
  );
}

/** Beside a list in which nothing is open. */
export function InboxList({ inboxes }: { inboxes: readonly InboxTotals[] }) {
  const t = useTranslations('deliveries');
  const sizeText = useShortBytes();
  return (
    <>
      <p className="mb-8 text-sm text-muted max-lg:hidden">{t('choose')}</p>
      {inboxes.length > 1 && (
        <ul className="divide-y divide-line border-y border-line">
          {inboxes
            .filter(({ deliveries }) => deliveries > 0)
            .map((inbox) => (
              <li key={inbox.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-2 py-3">
                <div className="mr-auto min-w-0 basis-40">
                  <Link
                    href={paths.deliveries(inbox.id) as Route}
                    className="block truncate text-sm font-medium underline-offset-4 hover:underline"
                  >
                    {inbox.name}
                  </Link>
                  <span className="text-xs text-muted tabular-nums">{sizeText(inbox.size)}</span>
                </div>
                <DownloadInbox inbox={inbox} />
              </li>
            ))}
        </ul>
      )}
    </>
  );
}
