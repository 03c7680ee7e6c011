'use client';
import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader } from '@/components/list/list-header';
import { ListMore } from '@/components/list/list-more';
import { NoMatch } from '@/components/list/no-match';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import { AliasTable } from './alias-table';
import { useAliasSearch } from './use-alias-search';

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
