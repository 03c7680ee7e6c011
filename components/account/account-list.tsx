'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { PageHeader } from '@/components/ui/page-header';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useFailureText } from '@/lib/client/use-failure-text';
import { paths } from '@/lib/paths';
import { AccountPager } from './account-pager';
import { AccountTable } from './account-table';
import { SortSelect } from './sort-select';
import { useAccountSearch } from './use-account-search';

/** Everybody who may sign in. */
export function AccountList() {
  const t = useTranslations('account.list');
  const search = useAccountSearch();
  const top = useRef<HTMLDivElement>(null);
  const { view, items, total, error, isStale } = search;

  /** To the first of the new rows, for the eyes and for the keyboard. */
  const turnTo = (page: number) => {
    search.setPage(page);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={<span role="status">{total !== undefined && t('count', { count: total })}</span>}
      >
        <div className="order-last w-full sm:order-none sm:w-auto">
          <SearchField label={t('search')} value={view.q} onValueChange={search.setQ} />
        </div>
        <ButtonLink href={paths.newAccount}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </PageHeader>
      {error && <SearchError error={error} onRetry={search.refetch} />}
      <div ref={top} tabIndex={-1} className="scroll-mt-20 outline-none">
        {items && items.length > 0 && (
          <>
            <SortSelect view={view} onSort={search.sortBy} />
            <AccountTable items={items} view={view} isStale={isStale} onSort={search.sortBy} />
          </>
        )}
      </div>
      {total === 0 && !isStale && (
        <Empty title={t('noneTitle', { q: search.query })}>
          <Button tone="quiet" onClick={() => search.setQ('')}>
            {t('clear')}
          </Button>
        </Empty>
      )}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      <AccountPager search={search} onTurn={turnTo} />
    </>
  );
}

function SearchError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('account.list');
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
