'use client';

import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters } from '@/components/list/list-filters';
import { ListHeader } from '@/components/list/list-header';
import { ListMore } from '@/components/list/list-more';
import { NoMatch } from '@/components/list/no-match';
import { Empty } from '@/components/ui/empty';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/use-bytes';
import { alias as aliasCalls } from '@/lib/contract/alias/alias';
import { deliveryFilters, listViewSearch } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { DeliveryTable } from './delivery-table';
import { DownloadDeliveries } from './download-deliveries';
import { useDeliveries } from './use-deliveries';

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
