import 'server-only';
import type { Board, BoardCell, BoardQuery, BoardRow, RoundItem } from '@/lib/contract/alias/round';
import { slotState } from '@/lib/domain/request/progress';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { canLeave, isVisible } from '@/lib/server/db/file-rows';
import { type FileRequest, Prisma, type RequestCell } from '@/lib/server/db/generated/client';
import { likePattern } from '@/lib/server/services/containing';
import { requireRound } from './access';
import { roundItems } from './rounds';

/** By name. @throws alias.notFound, round.notFound */
export async function getBoard(
  ctx: UserContext,
  { aliasId, ...query }: BoardQuery & { aliasId: string },
): Promise<Board> {
  const row = await requireRound(ctx, { aliasId, round: query.round });
  const [[item], slots, people] = await Promise.all([
    roundItems(ctx, [row]),
    ctx.db.requestSlot.findMany({
      where: { roundId: row.id },
      orderBy: { position: 'asc' },
      omit: { roundId: true, position: true },
      include: { attached: { select: { name: true } } },
    }),
    readPeople(ctx, query),
  ]);
  const counted = item as NonNullable<typeof item>;
  const cells = new Map<string, BoardCell[]>(people.map(({ id }) => [id, []]));
  for (const cell of await readCells(ctx, people)) cells.get(cell.requestId)?.push(cellOf(cell));
  const items = people.map((person) => ({ ...rowOf(ctx, person), cells: cells.get(person.id) ?? [] }));
  const named = slots.map(({ attached, ...slot }) => ({ ...slot, exampleFile: attached?.name ?? null }));
  const total = query.q === '' ? totalOf(counted, query.state) : await countPeople(ctx, query);
  return { round: { ...counted, message: row.message, proof: row.proof, slots: named }, items, total };
}

const totalOf = ({ people, complete, late }: RoundItem, state: BoardQuery['state']): number =>
  state === undefined ? people : { complete, late, open: people - complete }[state];

function matching({ now }: UserContext, { round, q, state }: BoardQuery): Prisma.Sql {
  const words = likePattern(q);
  const conditions = [
    Prisma.sql`r."roundId" = ${round}`,
    ...(q ? [Prisma.sql`(r."name" ILIKE ${words} OR r."address" ILIKE ${words})`] : []),
    ...(state === 'complete' ? [Prisma.sql`r."completeAt" IS NOT NULL`] : []),
    ...(state === 'open' || state === 'late' ? [Prisma.sql`r."completeAt" IS NULL`] : []),
    ...(state === 'late' ? [Prisma.sql`r."dueAt" < ${now}`] : []),
  ];
  return Prisma.join(conditions, ' AND ');
}

/** Pages before this one are counted in the index. Indexes: FileRequest_roundId_name_id_idx, FileRequest_pkey. */
const readPeople = (ctx: UserContext, query: BoardQuery): Promise<FileRequest[]> =>
  queryDirect(
    ctx.db,
    Prisma.sql`
    SELECT p.* FROM (SELECT r."id", r."name" FROM "FileRequest" r WHERE ${matching(ctx, query)}
      ORDER BY r."name", r."id" LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}) found
    JOIN "FileRequest" p ON p."id" = found."id" ORDER BY found."name", found."id"`,
  );

async function countPeople(ctx: UserContext, query: BoardQuery): Promise<number> {
  const rows = await queryDirect<{ count: bigint | string }>(
    ctx.db,
    Prisma.sql`SELECT count(*) AS "count" FROM "FileRequest" r WHERE ${matching(ctx, query)}`,
  );
  return Number(rows[0]?.count ?? 0);
}

type CellRow = Omit<RequestCell, 'earlier' | 'attempt'> & {
  files: number;
  checking: number;
  quarantined: number;
};

/** Indexes: RequestCell_pkey, File_shareId_path_name_id_idx. */
const readCells = ({ db }: UserContext, people: readonly FileRequest[]): Promise<CellRow[]> =>
  queryDirect(
    db,
    Prisma.sql`
    SELECT c."requestId", c."slotId", c."shareId", c."receivedAt", c."decision", c."reason", c."version",
      n."files", n."checking", n."quarantined"
    FROM "RequestCell" c CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE ${isVisible}))::int AS "files",
        (count(*) FILTER (WHERE ${isVisible} AND NOT ${canLeave}))::int AS "checking",
        (count(*) FILTER (WHERE f."scan" = 'infected'))::int AS "quarantined"
      FROM "File" f WHERE f."shareId" = c."shareId") n
    WHERE c."requestId" = ANY (${people.map(({ id }) => id)}::text[])`,
  );

const msOf = (date: Date | null) => date?.getTime() ?? null;

const rowOf = ({ now }: UserContext, person: FileRequest): Omit<BoardRow, 'cells'> => ({
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

const cellOf = (cell: CellRow): BoardCell => ({
  slot: cell.slotId,
  state: slotState(cell),
  share: cell.shareId,
  files: cell.files,
  checking: cell.checking,
  quarantined: cell.quarantined,
  reason: cell.reason,
  version: cell.version,
});
