import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { entryNames } from '@/lib/domain/file/entry-names';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { canLeave, isVisible } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import type { AskedOfAlias } from '@/lib/server/feature';
import { isReadableBy } from '@/lib/server/services/access/share';
import {
  fileColumns,
  type InboxFiles,
  type SelectedRow,
  toSelectedFiles,
} from '@/lib/server/services/file/selection';
import { requireRound } from './access';

type SentCounts = { files: number; size: number; checking: number; sealed: number };

/** Index: FileRequest_roundId_name_id_idx, RequestCell_pkey, File_shareId_path_name_id_idx. */
const filesOf = ({ viewer }: UserContext, roundId: string) => Prisma.sql`
  "FileRequest" r JOIN "RequestCell" c ON c."requestId" = r."id" JOIN "Share" s ON s."id" = c."shareId"
    JOIN "File" f ON f."shareId" = s."id"
  WHERE r."roundId" = ${roundId} AND ${isReadableBy(viewer)}`;

/** Counts what is in the round's archive, and what isn't. @throws alias.notFound, round.notFound */
export async function countRoundFiles(
  ctx: UserContext,
  asked: { aliasId: string; round: string },
): Promise<SentCounts> {
  const { id } = await requireRound(ctx, asked);
  const [row] = await ctx.db.$queryRaw<Record<keyof SentCounts, bigint | null>[]>`
    SELECT count(*) FILTER (WHERE ${canLeave} AND s."e2ee" IS NULL) AS "files",
      (sum(f."sizeBytes") FILTER (WHERE ${canLeave} AND s."e2ee" IS NULL))::bigint AS "size",
      count(*) FILTER (WHERE ${isVisible} AND NOT ${canLeave}) AS "checking",
      count(*) FILTER (WHERE ${canLeave} AND s."e2ee" IS NOT NULL) AS "sealed"
    FROM ${filesOf(ctx, id)}`;
  const { files, size, checking, sealed } = row ?? {};
  return {
    files: Number(files ?? 0),
    size: Number(size ?? 0),
    checking: Number(checking ?? 0),
    sealed: Number(sealed ?? 0),
  };
}

type SentRow = SelectedRow & { shareId: string; requestId: string; slotId: string; sealed: boolean };

/**
 * Selects what is there now of a round, in folders by person and slot; sealed files stay where they are.
 * @throws alias.notFound, round.notFound, zip.off, zip.tooLarge, share.sealed if all are
 */
export async function selectRoundFiles(
  ctx: UserContext,
  { aliasId, query }: AskedOfAlias,
): Promise<InboxFiles> {
  const round = await requireRound(ctx, { aliasId, round: query.get('round') ?? '' });
  const rows = await queryDirect<SentRow>(
    ctx.db,
    Prisma.sql`
      SELECT ${fileColumns}, s."id" AS "shareId", c."requestId", c."slotId", s."e2ee" IS NOT NULL AS "sealed"
      FROM ${filesOf(ctx, round.id)} AND ${canLeave}
      ORDER BY r."name", r."id", c."slotId", f."path", f."name", f."id"`,
  );
  const open = rows.filter(({ sealed }) => !sealed);
  if (open.length < rows.length && open.length === 0) throw new AppError('share.sealed');
  const folders = await foldersIn(ctx, round.id);
  const files = toSelectedFiles(ctx, open).map((file, nth) => {
    const { requestId = '', slotId = '' } = open[nth] ?? {};
    const { id, name, sizeBytes, crc32, modifiedAtMs } = file;
    const path = [folders.get(requestId), folders.get(slotId), file.path].filter(Boolean).join('/');
    return { id, path, name, sizeBytes, crc32, modifiedAtMs };
  });
  return {
    selection: { name: round.name, files },
    shareIds: [...new Set(open.map(({ shareId }) => shareId))],
  };
}

/** Of people and slots, by their IDs: none stands for two, whatever they are called. */
async function foldersIn({ db }: UserContext, roundId: string): Promise<ReadonlyMap<string, string>> {
  const [people, slots] = await Promise.all([
    db.fileRequest.findMany({
      where: { roundId },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      select: { id: true, name: true, address: true },
    }),
    db.requestSlot.findMany({
      where: { roundId },
      orderBy: { position: 'asc' },
      select: { id: true, name: true },
    }),
  ]);
  const count = new Map<string, number>();
  for (const { name } of people) count.set(name, (count.get(name) ?? 0) + 1);
  const named = people.map(({ id, name, address }) => ({
    id,
    name: (count.get(name) ?? 0) > 1 ? `${name} (${address})` : name,
  }));
  return new Map([...foldersOf(named), ...foldersOf(slots)]);
}

function foldersOf(named: { id: string; name: string }[]): [string, string][] {
  const plain = named.map(({ id, name }) => ({ id, path: '', name: name.replace(/[/\\]/g, '_') }));
  const folders = entryNames(plain);
  return named.map(({ id }, nth) => [id, folders[nth] ?? id]);
}
