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
import { useBytes } from '@/lib/client/use-bytes';
import { paths } from '@/lib/paths';
import { ThroughAlias } from '../detail/through-alias';
import { ChosenShares } from './chosen-shares';
import { ShareTable } from './share-table';
import { useShareChoice } from './use-share-choice';
import { useShareSearch } from './use-share-search';

export function ShareList() {
  const t = useTranslations('share.list');
  const sizeText = useBytes();
  const search = useShareSearch();
  const { q, query, alias, total, items, error, isStale } = search;
  const choice = useShareChoice(items ?? []);
  const isNarrowed = q !== '' || query !== '' || alias !== '';
  if (!isNarrowed && total?.shares === 0 && !isStale && !error) return <NoShares />;

  const counts = total && { count: total.shares, size: sizeText(total.size) };
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={counts && t(query === '' ? 'summary' : 'found', counts)}
        search={{ label: t('search'), value: q, onValueChange: search.setQ }}
      >
        <ButtonLink href={paths.newShare}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </ListHeader>
      {alias && <ThroughAlias aliasId={alias} />}
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && (
        <ShareTable items={items} label={t('title')} isStale={isStale} choice={choice} />
      )}
      {items?.length === 0 && <NoneFound search={search} />}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      <ListMore search={search} />
      <ChosenShares items={items ?? []} choice={choice} />
    </>
  );
}

function NoneFound({ search: { query, isStale, setQ } }: { search: ReturnType<typeof useShareSearch> }) {
  const t = useTranslations('share.list');
  if (query !== '') return <NoMatch title={t('noneTitle', { q: query })} onClear={() => setQ('')} />;
  return isStale ? null : <Empty title={t('noneThrough')} />;
}

function NoShares() {
  const t = useTranslations('share.list');
  return (
    <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')}>
      <ButtonLink href={paths.newShare}>
        <PlusIcon aria-hidden />
        {t('new')}
      </ButtonLink>
    </Empty>
  );
}
