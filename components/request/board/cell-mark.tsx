import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { show } from '@/components/list/list-page';
import { Link } from '@/components/ui/link';
import { Status } from '@/components/ui/status-dot';
import type { BoardRow } from '@/lib/contract/alias/round';
import { cellKey } from '../board-view';
import { stateTones } from '../state-tones';
import { stateIn } from './use-board';

export type CellLinks = { path: Route; searchOf: (key: string) => string };
type CellMarkProps = CellLinks & { row: BoardRow; slot: { id: string; name: string } };

/** The state of one thing asked of one person; it leads to the files, if there are any. */
export function CellMark({ row, slot, path, searchOf }: CellMarkProps) {
  const t = useTranslations('request.board');
  const asked = useTranslations('asked.state');
  const received = useTranslations('deliveries');
  const cell = row.cells.find((one) => one.slot === slot.id);
  const state = stateIn(row, slot.id);
  const mark = <Status tone={stateTones[state]} label={asked(state)} />;
  const search = searchOf(cellKey(row.id, slot.id));
  return (
    <span className="flex min-w-0 flex-col">
      {cell?.share ? (
        <Link
          href={`${path}${search}` as Route}
          onClick={(event) => show(event, search)}
          data-cell={cellKey(row.id, slot.id)}
          aria-label={t('cell', { person: row.name, slot: slot.name, state: asked(state) })}
          className="flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          {mark}
        </Link>
      ) : (
        <span className="flex min-h-11 items-center text-muted">{mark}</span>
      )}
      {cell && cell.checking > 0 && (
        <span className="text-xs text-muted">{received('checking', { count: cell.checking })}</span>
      )}
      {cell && cell.quarantined > 0 && (
        <span className="text-xs text-danger">{received('quarantined', { count: cell.quarantined })}</span>
      )}
      {state === 'again' && cell?.reason && (
        <span className="max-w-48 text-xs whitespace-normal text-muted wrap-anywhere">{cell.reason}</span>
      )}
    </span>
  );
}
