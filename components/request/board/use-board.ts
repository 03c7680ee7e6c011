import { pushSearch } from '@/components/list/list-page';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useListView } from '@/lib/client/use-list-view';
import { type BoardCell, type BoardRow, round } from '@/lib/contract/alias/round';
import type { SlotState } from '@/lib/domain/request/progress';
import { boardInput, boardSearch, boardViewIn, cellKey } from '../board-view';

export type BoardSearch = ReturnType<typeof useBoard>;

/** A cell with files, in the order of the board. */
export type FilledCell = {
  key: string;
  row: BoardRow;
  slot: { id: string; name: string };
  cell: BoardCell;
  share: string;
};

export function useBoard(aliasId: string) {
  const { view, debounced, setView, isTyping } = useListView(boardViewIn, boardSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(round.board, boardInput(aliasId, debounced), {
    isLast: untilTotal(({ total }) => total),
  });
  const last = data?.pages.at(-1);
  const items = data?.pages.flatMap((page) => page.items);
  const filled = filledCells(last?.round.slots ?? [], items ?? []);
  const at = filled.findIndex(({ key }) => key === view.at);
  return {
    ...rest,
    view,
    query: debounced.q,
    setQ: (q: string) => setView((now) => ({ ...now, q })),
    round: last?.round,
    items,
    total: last?.total,
    isStale: isPlaceholderData || isTyping,
    filled,
    open: filled[at],
    /** Those on both sides that wait for a decision. */
    next: filled.slice(at + 1).find(isReceived),
    previous: filled.slice(0, Math.max(at, 0)).findLast(isReceived),
    searchOf: (key: string) => boardSearch({ ...view, at: key }),
    /** Back leads to the board, however many were looked at since. */
    show(key: string) {
      if (view.at === '') pushSearch(boardSearch({ ...view, at: key }));
      else setView((now) => ({ ...now, at: key }));
    },
  };
}

const isReceived = ({ cell }: FilledCell) => cell.state === 'received';

const filledCells = (slots: readonly FilledCell['slot'][], items: readonly BoardRow[]): FilledCell[] =>
  items.flatMap((row) =>
    slots.flatMap((slot) => {
      const cell = row.cells.find((one) => one.slot === slot.id);
      return cell?.share ? [{ key: cellKey(row.id, slot.id), row, slot, cell, share: cell.share }] : [];
    }),
  );

export const stateIn = (row: BoardRow, slotId: string): SlotState =>
  row.cells.find(({ slot }) => slot === slotId)?.state ?? 'missing';
