import { useTranslations } from 'next-intl';
import { rowsLook, tableLook } from '@/components/ui/table';
import type { Board, BoardRow } from '@/lib/contract/alias/round';
import { type CellLinks, CellMark } from './cell-mark';
import { PersonActions } from './person-actions';
import { PersonHead } from './person-head';

type BoardRowsProps = {
  aliasId: string;
  round: Board['round'];
  items: readonly BoardRow[];
  isOwner: boolean;
  isStale: boolean;
  place: CellLinks;
};

const sticky = 'sticky left-0 z-1 bg-canvas';

/** The first column stays when there are many things. */
export function BoardTable({ aliasId, round, items, isOwner, isStale, place }: BoardRowsProps) {
  const t = useTranslations('request.board');
  const asked = useTranslations('asked');
  return (
    <div className="overflow-x-auto max-sm:hidden">
      <table aria-label={round.name} aria-busy={isStale} className={tableLook}>
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className={`${sticky} h-10 pl-2 font-normal`}>
              {t('person')}
            </th>
            {round.slots.map(({ id, name, needed }) => (
              <th key={id} scope="col" className="h-10 min-w-32 pl-5 font-normal wrap-anywhere">
                {name} {!needed && `(${asked('optional')})`}
              </th>
            ))}
            {isOwner && (
              <th scope="col" className="pl-5">
                <span className="sr-only">{t('actionsColumn')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={rowsLook}>
          {items.map((row) => (
            <tr key={row.id} className="align-top text-sm">
              <th scope="row" className={`${sticky} w-56 max-w-56 min-w-40 py-3 pl-2 text-left font-normal`}>
                <PersonHead row={row} roundDue={round.due} />
              </th>
              {round.slots.map((slot) => (
                <td key={slot.id} className="pl-5 whitespace-nowrap">
                  <CellMark row={row} slot={slot} {...place} />
                </td>
              ))}
              {isOwner && (
                <td className="py-1 pl-5 text-right">
                  <PersonActions aliasId={aliasId} person={row} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** For phones. */
export function BoardCards({ aliasId, round, items, isOwner, place }: BoardRowsProps) {
  return (
    <ul aria-label={round.name} className="flex flex-col gap-4 sm:hidden">
      {items.map((row) => (
        <li
          key={row.id}
          aria-label={row.name}
          className="rounded-card bg-raised p-4 text-sm shadow-card ring-1 ring-line"
        >
          <div className="flex items-start justify-between gap-2">
            <PersonHead row={row} roundDue={round.due} />
            {isOwner && (
              <div>
                <PersonActions aliasId={aliasId} person={row} />
              </div>
            )}
          </div>
          <dl className="mt-2 divide-y divide-line border-t border-line">
            {round.slots.map((slot) => (
              <div key={slot.id} className="flex items-center justify-between gap-4">
                <dt className="min-w-0 text-muted wrap-anywhere">{slot.name}</dt>
                <dd>
                  <CellMark row={row} slot={slot} {...place} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
