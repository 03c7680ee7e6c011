'use client';

import { XIcon } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters, ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { SkeletonRows } from '@/components/ui/skeleton';
import { adminPaths } from '@/lib/admin-paths';
import { overseenMaxTotal } from '@/lib/contract/admin/oversight';
import { readLink } from '@/lib/domain/pasted/link';
import { paths } from '@/lib/paths';
import { type OversightView, oversightSearch } from './oversight-view';

const pages = { shares: paths.overseenShares, aliases: adminPaths.overseenAliases } as const;
type OversightKind = keyof typeof pages;

type OversightPageProps = {
  kind: OversightKind;
  view: OversightView;
  onView: (change: Partial<Pick<OversightView, 'q' | 'owner'>>) => void;
  states: readonly ('live' | 'ended' | 'private' | 'blocked' | 'on' | 'off')[];
  search: {
    count: number | undefined;
    total: number | undefined;
    error: Error | null;
    refetch: () => unknown;
    isStale: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  /** Beside the filters. */
  order?: ReactNode;
  children: ReactNode;
};

export function OversightPage({ kind, view, onView, states, search, order, children }: OversightPageProps) {
  const t = useTranslations('oversight');
  const { count, total, error, isStale } = search;
  useOtherKind(kind, view.q);
  const isCut = total !== undefined && total >= overseenMaxTotal;
  return (
    <>
      <ListHeader
        title={t(`kinds.${kind}`)}
        lead={total !== undefined && t(isCut ? 'many' : 'count', { kind, count: total })}
        search={{ label: t('search'), value: view.q, onValueChange: (q) => onView({ q }) }}
      />
      <div className="flex flex-wrap items-start gap-x-4">
        <ListFilters
          label={t('filter.label')}
          path={pages[kind] as Route}
          filters={(['', ...states] as const).map((state) => ({
            key: state,
            label: t(`filter.${state || 'all'}`),
            search: oversightSearch({ ...view, state }),
            isChosen: state === view.state,
          }))}
        />
        {order}
        {view.owner !== '' && (
          <Button tone="quiet" onClick={() => onView({ owner: '' })}>
            {t('of', { owner: view.owner })}
            <XIcon aria-hidden />
          </Button>
        )}
      </div>
      <ListFailure error={error} onRetry={search.refetch} />
      {count !== undefined && count > 0 && children}
      {count === 0 && !isStale && <NoneFound q={view.q} onClear={() => onView({ q: '' })} />}
      {count === undefined && !error && <SkeletonRows rows={8} label={t('loading')} />}
      <ListMore search={search} />
    </>
  );
}

function NoneFound({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('oversight');
  return q === '' ? <Empty title={t('none')} /> : <NoMatch title={t('noneTitle', { q })} onClear={onClear} />;
}

const kindOfPage = { open: 'shares', upload: 'shares', share: 'aliases', alias: 'aliases' } as const;

/** A pasted link is looked up where it belongs. */
function useOtherKind(here: OversightKind, q: string): void {
  const router = useRouter();
  const page = readLink(q)?.page;
  const other = page && page !== 'account' ? kindOfPage[page] : here;
  useEffect(() => {
    if (other !== here) router.replace(`${pages[other]}?${new URLSearchParams({ q })}` as Route);
  }, [other, here, q, router]);
}
