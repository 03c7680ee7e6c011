'use client';

import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader } from '@/components/list/list-header';
import { ListMore } from '@/components/list/list-more';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { auditMaxTotal } from '@/lib/contract/audit';
import { AuditFilterBar } from './audit-filter-bar';
import { noFilters } from './audit-search';
import { AuditTable } from './audit-table';
import { useAuditSearch } from './use-audit-search';

export function AuditList() {
  const t = useTranslations('audit');
  const found = useTranslations('list');
  const search = useAuditSearch();
  const { filters, setFilters, isNarrowed, items, total, error, isStale } = search;
  if (!isNarrowed && total === 0 && !isStale && !error) {
    return <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')} />;
  }
  const isCut = total !== undefined && total >= auditMaxTotal;
  const count = total ?? 0;
  const lead = isNarrowed && !isCut ? found('found', { count }) : t(isCut ? 'leadMany' : 'lead', { count });
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={total !== undefined && lead}
        search={{ label: t('search'), value: filters.q, onValueChange: (q) => setFilters({ ...filters, q }) }}
      />
      <AuditFilterBar filters={filters} onChange={setFilters} isNarrowed={isNarrowed} />
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && <AuditTable items={items} label={t('title')} isStale={isStale} />}
      {items?.length === 0 && (
        <Empty title={t('noneTitle')}>
          <Button tone="quiet" onClick={() => setFilters(noFilters)}>
            {t('filter.clear')}
          </Button>
        </Empty>
      )}
      {!items && !error && <SkeletonRows rows={8} label={t('loading')} />}
      <ListMore search={search} />
    </>
  );
}
