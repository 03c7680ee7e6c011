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
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { ChosenShares } from './chosen-shares';
import { NoMatch, NoShares } from './share-empty';
import { ShareTable } from './share-table';
import { useShareChoice } from './use-share-choice';
import { useShareSearch } from './use-share-search';

export function ShareList() {
  const t = useTranslations('share.list');
  const search = useShareSearch();
  const { q, query, total, items, error, isStale } = search;
  const choice = useShareChoice(items ?? []);
  if (q === '' && query === '' && total?.shares === 0 && !isStale && !error) return <NoShares />;

  const summary = total && t('summary', { count: total.shares, size: formatBytes(total.size) });
  return (
    <>
      <PageHeader title={t('title')} lead={<span role="status">{summary}</span>}>
        <div className="order-last w-full sm:order-none sm:w-auto">
          <SearchField label={t('search')} value={q} onValueChange={search.setQ} />
        </div>
        <ButtonLink href={paths.newShare}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </PageHeader>
      {error && <SearchError error={error} onRetry={search.refetch} />}
      {items && items.length > 0 && (
        <ShareTable items={items} label={t('title')} isStale={isStale} choice={choice} />
      )}
      {items?.length === 0 && <NoMatch q={query} onClear={() => search.setQ('')} />}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      {search.hasNextPage && !isStale && (
        <div className="mt-6 flex justify-center">
          <Button tone="quiet" pending={search.isFetchingNextPage} onClick={() => search.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
      <ChosenShares items={items ?? []} choice={choice} />
    </>
  );
}

function SearchError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('share.list');
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
