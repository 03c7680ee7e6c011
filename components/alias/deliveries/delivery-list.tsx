'use client';

import { DownloadIcon, SheetIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters, ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { deliveryQuery, deliveryViewIn } from '@/components/list/list-queries';
import { ButtonAnchor } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAppConfig } from '@/lib/client/app-config';
import { untilTotal, useCall, useCallPages } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/use-bytes';
import { useListView } from '@/lib/client/use-list-view';
import { alias as aliasCalls } from '@/lib/contract/alias/alias';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { deliveryFilters, listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { DeliveryTable } from './delivery-table';

export function DeliveryList({ aliasId }: { aliasId: string }) {
  const t = useTranslations('deliveries');
  const sizeText = useBytes();
  const search = useDeliveries(aliasId);
  const { q, query, state, total, items, questions, hasAlbum, error, isStale } = search;
  const { data: alias } = useCall(aliasCalls.get, { params: { id: aliasId } });
  const isAll = query === '' && state === '' && !isStale;
  const filters = (['', ...deliveryFilters] as const).map((filter) => ({
    key: filter,
    label: filter === '' ? t('filter.all') : t(`filter.by.${filter}`),
    search: listViewSearch({ q, state: filter }),
    isChosen: filter === state,
  }));
  return (
    <>
      <p className="mb-1 min-h-5 truncate text-sm text-muted">
        <Link href={paths.alias(aliasId)} className="underline-offset-4 hover:text-ink hover:underline">
          {alias?.name}
        </Link>
      </p>
      <ListHeader
        title={t('title')}
        lead={
          total && t('summary', { count: total.deliveries, files: total.files, size: sizeText(total.size) })
        }
        search={{ label: t('search'), value: q, onValueChange: search.setQ }}
      />
      <ListFilters label={t('filter.label')} path={paths.deliveries(aliasId)} filters={filters} />
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && <DeliveryTable {...{ items, questions, hasAlbum, isStale }} />}
      {items?.length === 0 && query !== '' && (
        <NoMatch title={t('noneTitle', { q: query })} onClear={() => search.setQ('')} />
      )}
      {items?.length === 0 && query === '' && !isStale && (
        <Empty title={state === '' ? t('emptyTitle') : t(`none.${state}`)} />
      )}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      <ListMore search={search} />
      {isAll && total && total.deliveries > 0 && <DownloadDeliveries aliasId={aliasId} total={total} />}
    </>
  );
}

function useDeliveries(aliasId: string) {
  const { view, debounced, setView, isTyping } = useListView(deliveryViewIn, listViewSearch);
  const input = deliveryQuery(aliasId, debounced);
  const { data, isPlaceholderData, ...rest } = useCallPages(deliveries.search, input, {
    isLast: untilTotal(({ total }) => total.deliveries),
  });
  const last = data?.pages.at(-1);
  return {
    ...rest,
    ...view,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    items: data?.pages.flatMap(({ items }) => items),
    questions: last?.questions ?? [],
    hasAlbum: last?.album ?? false,
    total: last?.total,
    isStale: isPlaceholderData || isTyping,
  };
}

const tables = [
  ['xlsx', otherBytePaths.inboxWorkbook],
  ['csv', otherBytePaths.inboxTable],
] as const;

type DownloadDeliveriesProps = { aliasId: string; total: { files: number; size: number } };

/** Plain links, so that downloads continue in the browser when the page is left. */
function DownloadDeliveries({ aliasId, total }: DownloadDeliveriesProps) {
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
