'use client';

import { ArrowLeftIcon, PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { Link } from '@/components/ui/link';
import { Row, RowLink, rowActCell } from '@/components/ui/row';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, cellLook, rowLook, rowsLook, tableLook } from '@/components/ui/table';
import { useCall } from '@/lib/client/call/use-call';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useViewer } from '@/lib/client/session/session';
import { useListView } from '@/lib/client/use-list-view';
import { alias } from '@/lib/contract/alias/alias';
import { type RoundItem, round } from '@/lib/contract/alias/round';
import { listViewSearch, readSearchWords } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { requestPaths } from '@/lib/request-paths';
import { boardSearch } from '../board-view';
import { useDay } from '../use-day';
import { roundsInput } from './rounds-input';

export function RequestList({ aliasId }: { aliasId: string }) {
  const t = useTranslations('request');
  const { data: inbox, error: inboxError } = useCall(alias.get, { params: { id: aliasId } });
  const isOwner = useViewer()?.id === inbox?.ownerId;
  const search = useRounds(aliasId);
  const { q, query, total, items, error, isStale } = search;
  const isEmpty = q === '' && query === '' && total === 0 && !isStale && !error;
  const ask = isOwner && (
    <ButtonLink href={requestPaths.new(aliasId)}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  );
  return (
    <>
      {inbox && (
        <Link
          href={paths.alias(aliasId)}
          className="mb-2 flex min-h-11 w-fit items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <ArrowLeftIcon aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">{inbox.name}</span>
        </Link>
      )}
      <FailureBanner error={inboxError} className="mb-6" />
      {isEmpty ? (
        <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')}>
          {ask}
        </Empty>
      ) : (
        <>
          <ListHeader
            title={t('title')}
            lead={total !== undefined && t('count', { count: total })}
            search={{ label: t('search'), value: q, onValueChange: search.setQ }}
          >
            {ask}
          </ListHeader>
          <ListFailure error={error} onRetry={search.refetch} />
          {items && items.length > 0 && <RoundTable {...{ aliasId, items, isStale }} />}
          {items?.length === 0 && (
            <NoMatch title={t('noneTitle', { q: query })} onClear={() => search.setQ('')} />
          )}
          {!items && !error && <SkeletonRows rows={4} label={t('loading')} />}
          <ListMore search={search} />
        </>
      )}
    </>
  );
}

const numbers = ['people', 'complete', 'late'] as const;

type RoundTableProps = { aliasId: string; items: readonly RoundItem[]; isStale: boolean };

function RoundTable({ aliasId, items, isStale }: RoundTableProps) {
  const t = useTranslations('request');
  const dayOf = useDay();
  return (
    <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className={`${cellLook({ isFirst: true })} h-10 font-normal`}>
            {t('column.name')}
          </th>
          <th scope="col" className={`${cellLook({ from: 'sm' })} h-10 font-normal`}>
            {t('column.due')}
          </th>
          {numbers.map((name) => (
            <th
              key={name}
              scope="col"
              className={`${cellLook({ align: 'right', from: name === 'people' ? 'sm' : 'always' })} h-10 font-normal`}
            >
              {t(`column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={rowsLook}>
        {items.map((item) => (
          <Row key={item.id} className={rowLook}>
            <th scope="row" className={`${cellLook({ isFirst: true })} ${rowActCell} text-left font-normal`}>
              <RowLink href={requestPaths.board(aliasId, boardSearch({ round: item.id }))}>
                {item.name}
              </RowLink>
              <span className="text-xs text-muted sm:hidden">{dayOf(item.due)}</span>
            </th>
            <Cell from="sm">{dayOf(item.due)}</Cell>
            {numbers.map((name) => (
              <Cell key={name} align="right" from={name === 'people' ? 'sm' : 'always'}>
                {item[name]}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </table>
  );
}

function useRounds(aliasId: string) {
  const { view, debounced, setView, isTyping } = useListView(parseSearch, listViewSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(round.list, roundsInput(aliasId, debounced.q), {
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
