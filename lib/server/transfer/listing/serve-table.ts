import 'server-only';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { archiveName } from '@/lib/domain/file/entry-names';
import { displayZone, isTimeZone } from '@/lib/domain/time/time-zone';
import { tagOf } from '@/lib/i18n/locales';
import type { UserContext } from '@/lib/server/context';
import { contextFor } from '@/lib/server/http/context';
import { localeOf } from '@/lib/server/http/refusal';
import { registeredFeatures } from '@/lib/server/registered-features';
import { cookiesOf } from '@/lib/server/request-headers';
import {
  type DeliveryTable,
  deliveryTable,
  type Table,
  type TableCell,
  type TableFormat,
} from '@/lib/server/services/delivery/table';
import { getPreferences } from '@/lib/server/services/settings/preferences';
import { scopeFor } from '../authorization';
import { disposition } from '../download/presentation';
import { queryIn, type TransferRequest, type TransferResponse, type TransferTarget } from '../messages';
import { cellsOf, csvLine, headOf } from './table-cells';
import { workbookOf } from './workbook';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Exports an alias' deliveries as CSV or XLSX, and tables of features as CSV. */
export async function serveTable(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  const ctx = await contextFor(request, 'user', scopeFor(request, target));
  const { name, ending, bytes } = await exportOf(ctx, request, target);
  return {
    status: 200,
    headers: {
      'content-type': types[ending],
      'content-disposition': disposition(archiveName(name, ending), 'attachment'),
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
    },
    body: request.method === 'HEAD' ? null : await bytes(),
  };
}

type Export = { name: string; ending: 'csv' | 'xlsx'; bytes: () => Promise<AsyncGenerator<Buffer>> };

/** @throws alias.notFound, and what features throw */
async function exportOf(
  ctx: UserContext,
  request: TransferRequest,
  { kind, id: aliasId }: TransferTarget,
): Promise<Export> {
  const format = formatOf(ctx, request);
  const [ofFeature] = registeredFeatures().flatMap(({ tables }) => tables?.[kind] ?? []);
  if (ofFeature) {
    const table = await ofFeature(ctx, { aliasId, query: queryIn(request) }, format);
    return { name: table.name, ending: 'csv', bytes: async () => csvBytes(table, format) };
  }
  const table = await deliveryTable(ctx, aliasId);
  const { aliasName: name } = table;
  if (kind === 'inboxWorkbook')
    return { name, ending: 'xlsx', bytes: () => workbookBytes(ctx, table, request) };
  const lines = cellsOfAll(table.lines, format);
  return {
    name,
    ending: 'csv',
    bytes: async () => csvBytes({ head: headOf(table.questions, format), lines }, format),
  };
}

async function* cellsOfAll(lines: DeliveryTable['lines'], format: TableFormat) {
  for await (const some of lines) yield some.map((line) => cellsOf(line, format));
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

async function* csvBytes({ head, lines }: Pick<Table, 'head' | 'lines'>, format: TableFormat) {
  const separator = separatorIn(format);
  yield Buffer.from(byteOrderMark + csvLine(head, separator));
  for await (const some of lines)
    yield Buffer.from(some.map((cells) => csvLine(cells.map(textOf), separator)).join(''));
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
