import 'server-only';
import type { Board, BoardCell, BoardQuery, BoardRow } from '@/lib/contract/alias/request';
import { slotState } from '@/lib/domain/request/progress';
import type { UserContext } from '@/lib/server/context';
import { canLeave, isVisible } from '@/lib/server/db/file-rows';
import type { Prisma, RequestCell } from '@/lib/server/db/generated/client';
import { requireRound } from './access';
import { roundItems } from './rounds';

/** By name. Indexes: FileRequest_roundId_name_id_idx, RequestCell_pkey, File_shareId. @throws alias.notFound, round.notFound */
export async function getBoard(
  ctx: UserContext,
  { aliasId, ...query }: BoardQuery & { aliasId: string },
): Promise<Board> {
  const row = await requireRound(ctx, { aliasId, round: query.round });
  const where = matching(ctx, query);
  const [[item], slots, people, total] = await Promise.all([
    roundItems(ctx, [row]),
    ctx.db.requestSlot.findMany({
      where: { roundId: row.id },
      orderBy: { position: 'asc' },
      omit: { roundId: true, position: true },
    }),
    ctx.db.fileRequest.findMany({
      where,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      skip: (query.page - 1) * query.pageSize,
      take: query.pageSize,
      include: { cells: true },
    }),
    ctx.db.fileRequest.count({ where }),
  ]);
  const files = await countFiles(
    ctx,
    people.flatMap(({ cells }) => cells.flatMap(({ shareId }) => shareId ?? [])),
  );
  const items = people.map(({ cells, ...person }) => ({
    ...rowOf(ctx, person),
    cells: cells.map((cell) => cellOf(cell, files.get(cell.shareId ?? ''))),
  }));
  return { round: { ...(item as NonNullable<typeof item>), message: row.message, slots }, items, total };
}

function matching(
  { now }: UserContext,
  { round: roundId, q, state }: BoardQuery,
): Prisma.FileRequestWhereInput {
  const words = { contains: q, mode: 'insensitive' } as const;
  return {
    roundId,
    ...(q && { OR: [{ name: words }, { address: words }] }),
    ...(state === 'complete' && { completeAt: { not: null } }),
    ...(state === 'open' && { completeAt: null }),
    ...(state === 'late' && { completeAt: null, dueAt: { lt: now } }),
  };
}

type CellFiles = { shareId: string; files: bigint; checking: bigint; quarantined: bigint };

/** Index: File_shareId_path_name_id_idx. */
async function countFiles({ db }: UserContext, shareIds: string[]): Promise<Map<string, CellFiles>> {
  const rows = await db.$queryRaw<CellFiles[]>`
    SELECT f."shareId", count(*) FILTER (WHERE ${isVisible}) AS "files",
      count(*) FILTER (WHERE ${isVisible} AND NOT ${canLeave}) AS "checking",
      count(*) FILTER (WHERE f."scan" = 'infected') AS "quarantined"
    FROM "File" f WHERE f."shareId" = ANY (${shareIds}::text[]) GROUP BY f."shareId"`;
  return new Map(rows.map((row) => [row.shareId, row]));
}

const msOf = (date: Date | null) => date?.getTime() ?? null;

type PersonRow = Prisma.FileRequestGetPayload<object>;

const rowOf = ({ now }: UserContext, person: PersonRow): Omit<BoardRow, 'cells'> => ({
  id: person.id,
  name: person.name,
  address: person.address,
  language: person.language,
  due: person.dueDay,
  late: person.completeAt === null && person.dueAt < now,
  sent: msOf(person.sentAt),
  refusal: person.refusal,
  opened: msOf(person.openedAt),
  complete: msOf(person.completeAt),
  stopped: msOf(person.stoppedAt),
  reminded: person.reminded,
  next: msOf(person.remindAt),
});

const cellOf = (cell: RequestCell, counts: CellFiles | undefined): BoardCell => ({
  slot: cell.slotId,
  state: slotState(cell),
  share: cell.shareId,
  files: Number(counts?.files ?? 0),
  checking: Number(counts?.checking ?? 0),
  quarantined: Number(counts?.quarantined ?? 0),
  reason: cell.reason,
  version: cell.version,
});
