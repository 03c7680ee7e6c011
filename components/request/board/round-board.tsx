'use client';

import { ArrowLeftIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListFilters, ListHeader, ListMore, NoMatch } from '@/components/list/list-page';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { alias } from '@/lib/contract/alias/alias';
import { requestFilters } from '@/lib/domain/request/progress';
import { requestPaths } from '@/lib/request-paths';
import { boardSearch } from '../board-view';
import { useDay } from '../use-day';
import { AskMore } from './ask-more';
import { BoardCards, BoardTable } from './board-rows';
import { RoundActions } from './round-actions';
import { type BoardSearch, useBoard } from './use-board';

const OpenCell = dynamic(() => import('./open-cell').then((part) => part.OpenCell), { loading: () => null });

type RoundBoardProps = {
  aliasId: string;
  /** The server's clock at the first paint, in milliseconds since 1970. */
  nowMs: number;
};

/** People × what they are asked for. */
export function RoundBoard({ aliasId, nowMs }: RoundBoardProps) {
  const t = useTranslations('request');
  const { data: inbox, error: inboxError } = useCall(alias.get, { params: { id: aliasId } });
  const isOwner = useViewer()?.id === inbox?.ownerId;
  const board = useBoard(aliasId);
  const { open, error, items, round } = board;
  return (
    <>
      <FailureBanner error={inboxError} className="mb-6" />
      {open && <OpenCell key={open.key} {...{ aliasId, nowMs, board, open }} />}
      <div hidden={open !== undefined}>
        <Link
          href={requestPaths.list(aliasId)}
          className="mb-2 flex min-h-11 w-fit items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <ArrowLeftIcon aria-hidden className="size-4 shrink-0" />
          {t('title')}
        </Link>
        <BoardHeader aliasId={aliasId} board={board} isOwner={isOwner} />
        <ListFailure error={error} onRetry={board.refetch} />
        {isOwner && round && <AskMore aliasId={aliasId} roundId={round.id} />}
        <BoardBody aliasId={aliasId} board={board} isOwner={isOwner} />
        {!items && !error && <SkeletonRows rows={4} label={t('loading')} />}
        <ListMore search={board} />
      </div>
    </>
  );
}

type BoardPartProps = { aliasId: string; board: BoardSearch; isOwner: boolean };

function BoardHeader({ aliasId, board: { round, view, setQ }, isOwner }: BoardPartProps) {
  const t = useTranslations('request.board');
  const dayOf = useDay();
  if (!round) return null;
  const { name, people, complete, late, due, id } = round;
  const filters = (['', ...requestFilters] as const).map((state) => ({
    key: state,
    label: t(`filter.${state || 'all'}`),
    search: boardSearch({ round: id, state, q: view.q }),
    isChosen: view.state === state,
  }));
  return (
    <>
      <ListHeader
        title={name}
        lead={`${t('sums', { people, complete, late })} · ${t('until', { date: dayOf(due) })}`}
        search={{ label: t('search'), value: view.q, onValueChange: setQ }}
      >
        <RoundActions aliasId={aliasId} sheet={round} isOwner={isOwner} />
      </ListHeader>
      <ListFilters label={t('show')} path={requestPaths.board(aliasId, '')} filters={filters} />
    </>
  );
}

function BoardBody({ aliasId, board, isOwner }: BoardPartProps) {
  const t = useTranslations('request.board');
  const { round, items, isStale, query, view } = board;
  if (!round || !items) return null;
  if (items.length > 0) {
    const place = { path: requestPaths.board(aliasId, ''), searchOf: board.searchOf };
    const rows = { aliasId, round, items, isOwner, isStale, place };
    return (
      <>
        <BoardTable {...rows} />
        <BoardCards {...rows} />
      </>
    );
  }
  if (query !== '') return <NoMatch title={t('noneTitle', { q: query })} onClear={() => board.setQ('')} />;
  return (
    <p className="border-y border-line px-2 py-4 text-sm text-muted">
      {t(view.state === '' ? 'nobody' : 'none')}
    </p>
  );
}
