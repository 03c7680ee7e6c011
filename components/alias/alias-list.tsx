'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { aliasQuery } from '@/components/list/list-queries';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useListView } from '@/lib/client/use-list-view';
import { alias } from '@/lib/contract/alias/alias';
import { listViewSearch, readSearchWords } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { AliasTable } from './alias-table';

export function AliasList() {
  const t = useTranslations('alias.list');
  const found = useTranslations('list');
  const search = useAliasSearch();
  const { q, query, total, items, error, isStale } = search;
  if (q === '' && query === '' && total === 0 && !isStale && !error) return <NoAliases />;

  return (
    <>
      <ListHeader
        title={t('title')}
        lead={
          total !== undefined &&
          (query === '' ? t('count', { count: total }) : found('found', { count: total }))
        }
        search={{ label: t('search'), value: q, onValueChange: search.setQ }}
      >
        <ButtonLink href={paths.newAlias}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </ListHeader>
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && <AliasTable items={items} isStale={isStale} />}
      {items?.length === 0 && (
        <NoMatch title={t('noneTitle', { q: query })} onClear={() => search.setQ('')} />
      )}
      {!items && !error && <SkeletonRows rows={4} label={t('loading')} />}
      <ListMore search={search} />
    </>
  );
}

function NoAliases() {
  const t = useTranslations('alias.list');
  return (
    <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')}>
      <ButtonLink href={paths.newAlias}>
        <PlusIcon aria-hidden />
        {t('new')}
      </ButtonLink>
    </Empty>
  );
}

function useAliasSearch() {
  const { view, debounced, setView, isTyping } = useListView(parseSearch, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(alias.search, aliasQuery(debounced.q), {
    isLast: untilTotal(({ total }) => total),
  });
  return {
    ...rest,
    q: view.q,
    query: debounced.q,
    setQ: (q: string) => setView({ q }),
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}

const parseSearch = ({ q }: Record<string, string>) => ({ q: readSearchWords(q) });
