import 'server-only';
import { type SlotState, slotState } from '@/lib/domain/request/progress';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { UserContext } from '@/lib/server/context';
import { isVisible } from '@/lib/server/db/file-rows';
import type { AskedOfAlias } from '@/lib/server/feature';
import type { Table, TableCell, TableFormat } from '@/lib/server/services/delivery/table';
import { requireRound } from './access';

type LineRow = {
  id: string;
  name: string;
  address: string;
  dueDay: string;
  slot: string;
  decision: string | null;
  receivedAt: Date | null;
  reason: string | null;
  shareId: string | null;
  files: bigint;
  sizeBytes: bigint;
};

const batchSize = 100;

/** A line for each person and slot. @throws alias.notFound, round.notFound */
export async function roundTable(
  ctx: UserContext,
  { aliasId, query }: AskedOfAlias,
  format: TableFormat,
): Promise<Table> {
  const { id, name } = await requireRound(ctx, { aliasId, round: query.get('round') ?? '' });
  return { name, head: headOf(format), lines: readLines(ctx, id, format) };
}

function headOf({ locale }: TableFormat): string[] {
  const t = translator(locale);
  return [
    t('request.board.person'),
    t('deliveries.column.email'),
    t('request.column.slot'),
    t('request.column.state'),
    t('request.column.due'),
    t('deliveries.column.received'),
    t('deliveries.column.files'),
    t('deliveries.column.bytes'),
    t('request.cell.reason'),
    t('deliveries.column.share'),
  ];
}

/** Indexes: FileRequest_roundId_name_id_idx, RequestSlot_roundId_position_idx, RequestCell_pkey, File_shareId_path_name_id_idx. */
async function* readLines({ db }: UserContext, roundId: string, format: TableFormat) {
  for (let last: Pick<LineRow, 'name' | 'id'> = { name: '', id: '' }; ; ) {
    const people = await db.$queryRaw<LineRow[]>`
      SELECT r."id", r."name", r."address", r."dueDay", o."name" AS "slot", c."decision", c."receivedAt", c."reason",
        c."shareId", coalesce(n."files", 0) AS "files", coalesce(n."bytes", 0)::bigint AS "sizeBytes"
      FROM (SELECT * FROM "FileRequest" WHERE "roundId" = ${roundId} AND ("name", "id") > (${last.name}, ${last.id})
        ORDER BY "name", "id" LIMIT ${batchSize}) r
      JOIN "RequestSlot" o ON o."roundId" = r."roundId"
      LEFT JOIN "RequestCell" c ON c."requestId" = r."id" AND c."slotId" = o."id"
      LEFT JOIN LATERAL (SELECT count(*) AS "files", sum(f."sizeBytes") AS "bytes" FROM "File" f
        WHERE f."shareId" = c."shareId" AND ${isVisible}) n ON true
      ORDER BY r."name", r."id", o."position"`;
    const end = people.at(-1);
    if (!end) return;
    yield people.map((row) => cellsOf(row, format));
    last = end;
  }
}

function cellsOf(row: LineRow, { locale, baseUrl }: TableFormat): TableCell[] {
  const state: SlotState = slotState(row);
  return [
    row.name,
    row.address,
    row.slot,
    translator(locale)(`asked.state.${state}`),
    { day: row.dueDay },
    row.receivedAt ?? '',
    Number(row.files),
    Number(row.sizeBytes),
    state === 'again' ? (row.reason ?? '') : '',
    row.shareId ? baseUrl + paths.share(row.shareId) : '',
  ];
}
