import 'server-only';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { archiveName } from '@/lib/domain/file/entry-names';
import { displayZone, isTimeZone } from '@/lib/domain/time/time-zone';
import { tagOf } from '@/lib/i18n/locales';
import type { UserContext } from '@/lib/server/context';
import { contextFor } from '@/lib/server/http/context';
import { localeOf } from '@/lib/server/http/refusal';
import { cookiesOf } from '@/lib/server/request-headers';
import { type DeliveryTable, deliveryTable } from '@/lib/server/services/delivery/table';
import { getPreferences } from '@/lib/server/services/settings/preferences';
import { scopeFor } from '../authorization';
import { disposition } from '../download/presentation';
import type { TransferRequest, TransferResponse, TransferTarget } from '../messages';
import { cellsOf, csvLine, headOf, type TableCell, type TableFormat } from './table-cells';
import { workbookOf } from './workbook';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Exports an alias' deliveries as CSV or XLSX. */
export async function serveTable(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  const ending = target.kind === 'inboxWorkbook' ? 'xlsx' : 'csv';
  const ctx = await contextFor(request, 'user', scopeFor(request, target));
  const table = await deliveryTable(ctx, target.id);
  const bytesOf = ending === 'xlsx' ? workbookBytes : csvBytes;
  return {
    status: 200,
    headers: {
      'content-type': types[ending],
      'content-disposition': disposition(archiveName(table.aliasName, ending), 'attachment'),
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
    },
    body: request.method === 'HEAD' ? null : await bytesOf(ctx, table, request),
  };
}

const formatOf = ({ config }: UserContext, { headers }: TransferRequest): TableFormat => ({
  locale: localeOf(headers),
  baseUrl: config.BASE_URL,
});

async function workbookBytes(ctx: UserContext, table: DeliveryTable, request: TransferRequest) {
  const { timezone } = await getPreferences(ctx);
  const device = cookiesOf(request.headers, choiceCookieNames.timezone).find(isTimeZone);
  const timeZone = displayZone(timezone, { device, fallback: ctx.config.DEFAULT_TIMEZONE });
  const bytes = await workbookOf(table, { ...formatOf(ctx, request), timeZone, asker: ctx.viewer.id });
  return (async function* () {
    yield Buffer.from(bytes);
  })();
}

/** Spreadsheets recognize UTF-8 by it. */
const byteOrderMark = '\ufeff';

async function csvBytes(ctx: UserContext, { questions, lines }: DeliveryTable, request: TransferRequest) {
  const format = formatOf(ctx, request);
  const separator = separatorIn(format);
  return (async function* () {
    yield Buffer.from(byteOrderMark + csvLine(headOf(questions, format), separator));
    for await (const some of lines)
      yield Buffer.from(some.map((line) => csvLine(cellsOf(line, format).map(textOf), separator)).join(''));
  })();
}

/** Spreadsheets expect semicolons in locales with a decimal comma. */
function separatorIn({ locale }: TableFormat): ',' | ';' {
  const parts = new Intl.NumberFormat(tagOf(locale)).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

function textOf(cell: TableCell): string | number {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? cell.day : cell;
}
