'use client';

import { ArrowLeftIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { show } from '@/components/list/list-page';
import { ShareDetail } from '@/components/share/detail/share-detail';
import { IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Status } from '@/components/ui/status-dot';
import { pageKey } from '@/lib/client/page-key';
import { requestPaths } from '@/lib/request-paths';
import { stateTones } from '../state-tones';
import { DecideCell } from './decide-cell';
import type { BoardSearch, FilledCell } from './use-board';
import { useDecision } from './use-decision';

type OpenCellProps = { aliasId: string; nowMs: number; board: BoardSearch; open: FilledCell };

/** The files of one person for one thing, with the ways to the next one. */
export function OpenCell({ aliasId, nowMs, board, open }: OpenCellProps) {
  const t = useTranslations('request.cell');
  const title = useTranslations('request');
  const asked = useTranslations('asked.state');
  const { row, slot, cell, share } = open;
  const { next, previous } = board;
  const listSearch = board.searchOf('');
  const [isAgain, setAgain] = useState(false);
  // The one after it, or the first that waits; else the board.
  const then = next ?? board.filled.find(({ key, cell }) => key !== open.key && cell.state === 'received');
  const decision = useDecision({ aliasId, open, onDecided: () => board.show(then?.key ?? '') });
  const pane = usePane(open.key);
  useKeys({
    a: () => cell.state === 'received' && decision.decide('accepted'),
    r: () => setAgain(true),
    j: () => next && board.show(next.key),
    k: () => previous && board.show(previous.key),
  });
  return (
    <section ref={pane} tabIndex={-1} aria-labelledby="open-cell" className="outline-none">
      <div className="sticky top-14 z-2 mb-4 flex flex-wrap items-center gap-1 border-b border-line bg-canvas py-2">
        <Link
          href={`${requestPaths.board(aliasId, listSearch)}` as Route}
          onClick={(event) => show(event, listSearch)}
          className="mr-auto flex min-h-11 items-center gap-2 text-sm font-medium"
        >
          <ArrowLeftIcon aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">{board.round?.name ?? title('title')}</span>
        </Link>
        <IconButton
          label={t('previous')}
          disabled={!previous}
          onClick={() => previous && board.show(previous.key)}
          aria-keyshortcuts="k"
        >
          <ChevronUpIcon aria-hidden />
        </IconButton>
        <IconButton
          label={t('next')}
          disabled={!next}
          onClick={() => next && board.show(next.key)}
          aria-keyshortcuts="j"
        >
          <ChevronDownIcon aria-hidden />
        </IconButton>
      </div>
      <h1 id="open-cell" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {row.name} · {slot.name}
      </h1>
      <p role="status" className="mt-1 mb-4 text-sm text-muted">
        <Status tone={stateTones[cell.state]} label={asked(cell.state)} />
      </p>
      <DecideCell state={cell.state} {...{ decision, isAgain, setAgain }} />
      {/* Its late parts hide nothing of the pane, which has the focus. */}
      <Suspense fallback={null}>
        <ShareDetail shareId={share} nowMs={nowMs} noteAtFirst={null} isPart />
      </Suspense>
    </section>
  );
}

/** Single letters work only while the focus is inside, so it begins there, and goes back to the cell. */
function usePane(key: string) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    return () => {
      const cells = document.querySelectorAll<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`);
      // Once it is shown again; on a phone the table isn't.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          [...cells].find(({ offsetParent }) => offsetParent !== null)?.focus();
      });
    };
  }, [key]);
  return pane;
}

function useKeys(actions: Record<'a' | 'r' | 'j' | 'k', () => unknown>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKey(event);
    if (event.repeat || (key !== 'a' && key !== 'r' && key !== 'j' && key !== 'k')) return;
    event.preventDefault();
    actions[key]();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
