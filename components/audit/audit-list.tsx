'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useFailureText } from '@/lib/client/use-failure-text';
import { auditMaxTotal } from '@/lib/contract/audit';
import { AuditFilterBar } from './audit-filters';
import { noFilters } from './audit-search';
import { AuditTable } from './audit-table';
import { useAuditSearch } from './use-audit-search';

export function AuditList() {
  const t = useTranslations('audit');
  const search = useAuditSearch();
  const { filters, setFilters, isNarrowed, items, total, error, isStale } = search;
  if (!isNarrowed && total === 0 && !isStale && !error) {
    return <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')} />;
  }
  const isCut = total !== undefined && total >= auditMaxTotal;
  const lead = total !== undefined && t(isCut ? 'leadMany' : 'lead', { count: total });
  return (
    <>
      <PageHeader title={t('title')} lead={<span role="status">{lead}</span>}>
        <div className="order-last w-full sm:order-none sm:w-auto">
          <SearchField
            label={t('search')}
            value={filters.q}
            onValueChange={(q) => setFilters({ ...filters, q })}
          />
        </div>
      </PageHeader>
      <AuditFilterBar filters={filters} onChange={setFilters} isNarrowed={isNarrowed} />
      {error && <SearchError error={error} onRetry={search.refetch} />}
      {items && items.length > 0 && <AuditTable items={items} label={t('title')} isStale={isStale} />}
      {items?.length === 0 && (
        <Empty title={t('noneTitle')}>
          <Button tone="quiet" onClick={() => setFilters(noFilters)}>
            {t('filter.clear')}
          </Button>
        </Empty>
      )}
      {!items && !error && <SkeletonRows rows={8} label={t('loading')} />}
      {search.hasNextPage && !isStale && (
        <div className="mt-6 flex justify-center">
          <Button tone="quiet" pending={search.isFetchingNextPage} onClick={() => search.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function SearchError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('audit');
  const failureText = useFailureText();
  return (
    <div className="mb-6">
      <Banner
        tone="error"
        action={
          <Button tone="quiet" onClick={() => onRetry()}>
            {t('again')}
          </Button>
        }
      >
        {failureText(error)}
      </Banner>
    </div>
  );
}
