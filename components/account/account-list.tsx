'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader } from '@/components/list/list-header';
import { NoMatch } from '@/components/list/no-match';
import { ButtonLink } from '@/components/ui/button-link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import { AccountPager } from './account-pager';
import { AccountTable } from './account-table';
import { SortSelect } from './sort-select';
import { useAccountSearch } from './use-account-search';

export function AccountList() {
  const t = useTranslations('account.list');
  const found = useTranslations('list');
  const search = useAccountSearch();
  const top = useRef<HTMLDivElement>(null);
  const { view, items, total, error, isStale } = search;

  // Moves focus along with the scroll position, for keyboard users.
  const turnTo = (page: number) => {
    search.setPage(page);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={
          total !== undefined &&
          (search.query === '' ? t('count', { count: total }) : found('found', { count: total }))
        }
        search={{ label: t('search'), value: view.q, onValueChange: search.setQ }}
      >
        <ButtonLink href={paths.newAccount}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </ListHeader>
      <ListFailure error={error} onRetry={search.refetch} />
      <div ref={top} tabIndex={-1} className="scroll-mt-20 outline-none">
        {items && items.length > 0 && (
          <>
            <SortSelect view={view} onSort={search.sortBy} />
            <AccountTable items={items} view={view} isStale={isStale} onSort={search.sortBy} />
          </>
        )}
      </div>
      {total === 0 && !isStale && (
        <NoMatch title={t('noneTitle', { q: search.query })} onClear={() => search.setQ('')} />
      )}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      <AccountPager search={search} onTurn={turnTo} />
    </>
  );
}
