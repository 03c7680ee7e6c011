'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useFailureText } from '@/lib/client/use-failure-text';
import { paths } from '@/lib/paths';
import { NoAliases, NoMatch } from './alias-empty';
import { AliasTable } from './alias-table';
import { useAliasSearch } from './use-alias-search';

/** The aliases that one owns or is a member of. */
export function AliasList() {
  const t = useTranslations('alias.list');
  const search = useAliasSearch();
  const { q, query, total, items, error, isStale } = search;
  if (q === '' && query === '' && total === 0 && !isStale && !error) return <NoAliases />;

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={<span role="status">{total !== undefined && t('count', { count: total })}</span>}
      >
        <div className="order-last w-full sm:order-none sm:w-auto">
          <SearchField label={t('search')} value={q} onValueChange={search.setQ} />
        </div>
        <ButtonLink href={paths.newAlias}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </PageHeader>
      {error && <SearchError error={error} onRetry={search.refetch} />}
      {items && items.length > 0 && <AliasTable items={items} isStale={isStale} />}
      {items?.length === 0 && <NoMatch q={query} onClear={() => search.setQ('')} />}
      {!items && !error && <SkeletonRows rows={4} label={t('loading')} />}
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
  const t = useTranslations('alias.list');
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
