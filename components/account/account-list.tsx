'use client';

import { ArrowDownIcon, ArrowUpIcon, PlusIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader, NoMatch } from '@/components/list/list-page';
import { LinkHint } from '@/components/oversight/link-hint';
import { IconButton } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Select } from '@/components/ui/form/select';
import { Pager } from '@/components/ui/pager';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useListView } from '@/lib/client/use-list-view';
import { type AccountSort, account, accountSorts } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import { AccountTable } from './account-table';
import {
  type AccountView,
  accountPageSize,
  accountPages,
  accountSearchInput,
  accountViewSearch,
  parseAccountView,
  sortedBy,
} from './account-view';

export function AccountList() {
  const t = useTranslations('account.list');
  const of = useTranslations('account');
  const found = useTranslations('list');
  const sizeText = useBytes();
  const search = useAccountSearch();
  const top = useRef<HTMLDivElement>(null);
  const { view, items, total, sums, error, isStale } = search;
  const count = (count: number) => (search.query === '' ? t('count', { count }) : found('found', { count }));

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
          [
            count(total),
            ...(sums ? [of('shareCount', { count: sums.shares }), sizeText(sums.bytes)] : []),
          ].join(' · ')
        }
        search={{ label: t('search'), value: view.q, onValueChange: search.setQ }}
      >
        <ButtonLink href={paths.newAccount}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </ListHeader>
      <LinkHint q={search.query} />
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

function SortSelect({ view, onSort }: { view: AccountView; onSort: (sort: AccountSort) => void }) {
  const t = useTranslations('account.list');
  const Arrow = view.order === 'asc' ? ArrowUpIcon : ArrowDownIcon;
  return (
    <div className="mb-3 flex gap-2 sm:hidden">
      <div className="flex-1">
        <Select
          label={t('sort')}
          value={view.sort}
          onValueChange={onSort}
          options={accountSorts.map((sort) => ({
            value: sort,
            label: t('sortedBy', { column: t(`column.${sort}`) }),
          }))}
        />
      </div>
      <IconButton
        tone="quiet"
        label={t(view.order === 'asc' ? 'upwards' : 'downwards')}
        onClick={() => onSort(view.sort)}
      >
        <Arrow aria-hidden />
      </IconButton>
    </div>
  );
}

function AccountPager({ search, onTurn }: { search: AccountSearch; onTurn: (page: number) => void }) {
  const t = useTranslations('account.list');
  const format = useFormatter();
  const { view, pages, total = 0 } = search;
  if (pages < 2) return null;
  const first = (view.page - 1) * accountPageSize + 1;
  const last = Math.min(view.page * accountPageSize, total);
  return (
    <Pager
      label={t('pages')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      page={view.page}
      pages={pages}
      onPageChange={onTurn}
    >
      {t('range', { first: format.number(first), last: format.number(last), total: format.number(total) })}
    </Pager>
  );
}

function useAccountSearch() {
  const { view, debounced, setView, isTyping } = useListView(parseAccountView, accountViewSearch);
  const { data, error, refetch, isPlaceholderData } = useCall(account.search, accountSearchInput(debounced));
  const { items, total, sums } = data ?? {};
  const isStale = isPlaceholderData || isTyping;
  const pages = accountPages(total ?? 0);

  // Accounts may have been deleted since the URL was copied.
  const isBeyond = !isStale && items?.length === 0 && debounced.page > pages;
  useEffect(() => {
    if (isBeyond) setView((now) => ({ ...now, page: pages }));
  }, [isBeyond, pages, setView]);

  return {
    view,
    /** The search text of the rows on screen, which lags behind `view.q`. */
    query: debounced.q,
    items,
    total,
    sums,
    pages,
    error,
    refetch,
    isStale,
    setQ: (q: string) => setView((now) => ({ ...now, q, page: 1 })),
    setPage: (page: number) => setView((now) => ({ ...now, page })),
    sortBy: (sort: AccountSort) => setView((now) => sortedBy(now, sort)),
  };
}

type AccountSearch = ReturnType<typeof useAccountSearch>;
