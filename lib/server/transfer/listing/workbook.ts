import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { truncate } from '@/lib/domain/file/file-name';
import { offsetAt, readableZone } from '@/lib/domain/time/time-zone';
import { FairTurns } from '@/lib/server/fair-turns';
import type { DeliveryTable } from '@/lib/server/services/delivery/table';
import { lazyThread } from '@/lib/server/thread';
import { type Cell, cellsOf, headOf, type Reader, timeColumn } from './table-cells';

/** Of a whole workbook, which is made in memory. */
const most = { lines: 20_000, characters: 20_000_000 };
/** Of a cell: Excel calls a file with longer ones damaged. */
const mostInCell = 32_767;

const turns = new FairTurns({ running: 1, waiting: 8 });
const writer = lazyThread('lib/server/transfer/listing/workbook-worker.mjs');

/**
 * A table as a workbook (.xlsx): texts stay texts, and times are those of the reader's clock.
 * @param asker whose turn it is, when several want one
 * @throws delivery.tableTooLarge, server.unavailable
 */
export const workbookOf = (
  { questions, lines }: DeliveryTable,
  { asker, timeZone, ...reader }: Reader & { asker: string; timeZone: string },
): Promise<Uint8Array> =>
  turns.run(asker, async () => {
    const rows: Cell[][] = [];
    let characters = 0;
    for await (const some of lines) {
      for (const line of some) {
        const row = cellsOf(line, reader).map((cell) => inWorkbook(cell, timeZone));
        rows.push(row);
        characters += row.reduce<number>(
          (sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0),
          0,
        );
      }
      if (rows.length > most.lines || characters > most.characters)
        throw new AppError('delivery.tableTooLarge');
    }
    const head = headOf(questions, reader);
    head[timeColumn] += ` (${readableZone(timeZone)})`;
    return writer().call<Uint8Array>({ head, rows });
  });

/** A workbook knows no zones: it says what clocks show. */
function inWorkbook(cell: Cell, timeZone: string): Cell {
  if (typeof cell === 'string') return truncate(cell, mostInCell).replace(escaped, '_x005F$&');
  if (cell instanceof Date) return new Date(cell.getTime() + offsetAt(cell.getTime(), timeZone));
  return cell;
}

/** Excel reads this as the character with that number. */
const escaped = /_(?=x[0-9a-f]{4}_)/gi;
