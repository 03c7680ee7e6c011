'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters, ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { type ShareView, shareQuery, shareViewIn } from '@/components/list/list-queries';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useListView } from '@/lib/client/use-list-view';
import { share } from '@/lib/contract/share/share';
import { listViewSearch, shareFilters } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { ChosenShares, useShareChoice } from './chosen-shares';
import { arrivalsEveryMs } from './latest-arrival';
import { ShareTable } from './share-table';

/** @param nowMs the server's clock at the first paint */
export function ShareList({ nowMs }: { nowMs: number }) {
  const t = useTranslations('share.list');
  const sizeText = useShortBytes();
  const search = useShareSearch();
  const { q, query, state, total, items, error, isStale } = search;
  const choice = useShareChoice(items ?? []);
  const counts = total && { count: total.shares, size: sizeText(total.size) };
  return (
    <>
      <ListHeader
        title={t('title')}
        lead={counts && t(query === '' && state === '' ? 'summary' : 'found', counts)}
        search={{ label: t('search'), value: q, onValueChange: search.setQ }}
      >
        <ButtonLink href={paths.newShare}>
          <PlusIcon aria-hidden />
          {t('new')}
        </ButtonLink>
      </ListHeader>
      <ShareFilters view={{ q, state }} />
      <ListFailure error={error} onRetry={search.refetch} />
      {items && items.length > 0 && (
        <ShareTable items={items} label={t('title')} {...{ nowMs, isStale, choice }} />
      )}
      {items?.length === 0 && <NoneFound search={search} />}
      {!items && !error && <SkeletonRows rows={6} label={t('loading')} />}
      <ListMore search={search} />
      <ChosenShares items={items ?? []} choice={choice} />
    </>
  );
}

function NoneFound({ search }: { search: ReturnType<typeof useShareSearch> }) {
  const t = useTranslations('share.list');
  const { query, state, isStale, setQ } = search;
  if (query !== '') return <NoMatch title={t('noneTitle', { q: query })} onClear={() => setQ('')} />;
  if (isStale) return null;
  if (state !== '') return <Empty title={t(`none.${state}`)} />;
  return <NoShares />;
}

function NoShares() {
  const t = useTranslations('share.list');
  return (
    <Empty title={t('emptyTitle')} text={t('emptyText')}>
      <ButtonLink href={paths.newShare}>
        <PlusIcon aria-hidden />
        {t('new')}
      </ButtonLink>
    </Empty>
  );
}

function ShareFilters({ view }: { view: ShareView }) {
  const t = useTranslations('share.list.filter');
  const filters = (['', ...shareFilters] as const).map((state) => ({
    key: state,
    label: state === '' ? t('all') : t(`by.${state}`),
    search: listViewSearch({ ...view, state }),
    isChosen: state === view.state,
  }));
  return <ListFilters label={t('label')} path={paths.shares} filters={filters} />;
}

function useShareSearch() {
  const { view, debounced, setView, isTyping } = useListView(shareViewIn, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(share.search, shareQuery(debounced), {
    isLast: untilTotal(({ total }) => total.shares),
    everyMs: arrivalsEveryMs,
  });
  return {
    ...rest,
    ...view,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}
