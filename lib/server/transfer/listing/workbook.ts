import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { truncate } from '@/lib/domain/file/file-name';
import { offsetAt, readableZone } from '@/lib/domain/time/time-zone';
import { FairTurns } from '@/lib/server/fair-turns';
import type { DeliveryTable, TableCell, TableFormat } from '@/lib/server/services/delivery/table';
import { lazyThread } from '@/lib/server/thread';
import { cellsOf, headOf, timeColumn } from './table-cells';

/** A workbook is built in memory. */
const limits = { lines: 20_000, characters: 20_000_000 };
/** Excel calls a file with longer cells damaged. */
const maxCellCharacters = 32_767;

const turns = new FairTurns({ running: 1, waiting: 8 });
const writer = lazyThread('lib/server/transfer/listing/workbook-worker.mjs');

/**
 * A table as a workbook (.xlsx): texts stay texts, and times are those of the reader's clock.
 * @param asker whose turn it is, when several want one
 * @throws delivery.tableTooLarge, server.unavailable
 */
export const workbookOf = (
  { questions, lines }: DeliveryTable,
  { asker, timeZone, ...format }: TableFormat & { asker: string; timeZone: string },
): Promise<Uint8Array> =>
  turns.run(asker, async () => {
    const rows: TableCell[][] = [];
    let characters = 0;
    for await (const some of lines) {
      for (const line of some) {
        const row = cellsOf(line, format).map((cell) => inWorkbook(cell, timeZone));
        rows.push(row);
        characters += row.reduce<number>(
          (sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0),
          0,
        );
      }
      if (rows.length > limits.lines || characters > limits.characters)
        throw new AppError('delivery.tableTooLarge');
    }
    const head = headOf(questions, format);
    head[timeColumn] += ` (${readableZone(timeZone)})`;
    return writer().call<Uint8Array>({ head, rows });
  });

/** Workbooks have no time zones, so times are stored as local ones. */
function inWorkbook(cell: TableCell, timeZone: string): TableCell {
  if (typeof cell === 'string') return truncate(cell, maxCellCharacters).replace(escapePattern, '_x005F$&');
  if (cell instanceof Date) return new Date(cell.getTime() + offsetAt(cell.getTime(), timeZone));
  return cell;
}

/** Excel reads `_x0041_` as an escapePattern character. */
const escapePattern = /_(?=x[0-9a-f]{4}_)/gi;
