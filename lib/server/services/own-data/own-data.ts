import 'server-only';
import { crc32 } from 'node:zlib';
import type { DataRequest, OwnDataState } from '@/lib/contract/account/own-data';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { canLeave } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { proofAsked, proveOwner } from '@/lib/server/services/factor/prove-owner';
import type { Selection } from '@/lib/server/services/file/selection';

/** An archive can be fetched for so long, and another be asked for after it. */
export const exportMs = 24 * 3_600_000;

/** So long a session can fetch it again, or its rest, after one proof. */
const openMs = 3_600_000;

export async function getOwnData(ctx: UserContext): Promise<OwnDataState> {
  const { db, viewer, now } = ctx;
  const [asks, row] = await Promise.all([
    proofAsked(ctx),
    db.dataExport.findUnique({ where: { accountId: viewer.id } }),
  ]);
  const isOver = row?.endsAt != null && row.endsAt <= now;
  const nextAt = row ? row.createdAt.getTime() + exportMs : 0;
  return {
    asks,
    state: !row || isOver ? 'none' : row.endsAt ? 'ready' : 'collecting',
    until: isOver ? null : (row?.endsAt?.getTime() ?? null),
    nextAt: nextAt > now.getTime() ? nextAt : null,
  };
}

/** @throws data.oneADay, and as `proveOwner` */
export async function requestOwnData(ctx: UserContext, { files, ...proof }: DataRequest): Promise<void> {
  const { id } = ctx.viewer;
  await proveOwner(ctx, proof, 'account.export');
  const before = new Date(ctx.now.getTime() - exportMs);
  await ctx.db.$transaction(async (tx) => {
    const made = await tx.$executeRaw`
      INSERT INTO "DataExport" ("accountId", "withFiles", "createdAt") VALUES (${id}, ${files}, ${ctx.now})
      ON CONFLICT ("accountId") DO UPDATE SET "withFiles" = excluded."withFiles",
        "createdAt" = excluded."createdAt", "readyAt" = NULL, "endsAt" = NULL, "openedBy" = NULL
      WHERE "DataExport"."createdAt" <= ${before}`;
    if (made === 0) throw new AppError('data.oneADay');
    await record(ctx, { event: 'account.export', object: { type: 'account', id }, details: { files } }, tx);
  });
}

/** @throws data.over, and as `proveOwner` */
export async function openOwnData(ctx: UserContext, proof: OwnerProof): Promise<void> {
  const { id: accountId, sessionId: openedBy } = ctx.viewer;
  await proveOwner(ctx, proof, 'account.export');
  const { count } = await ctx.db.dataExport.updateMany({
    where: { accountId, readyAt: { not: null }, endsAt: { gt: ctx.now } },
    data: { openedBy, openedUntil: new Date(ctx.now.getTime() + openMs) },
  });
  if (count === 0) throw new AppError('data.over');
}

type ExportRow = {
  id: string;
  shareId: string | null;
  path: string;
  name: string;
  sizeBytes: string | bigint | null;
  crc32: string | null;
  modifiedAtMs: number;
};

const missingId = 'missing';

/**
 * Selects what is in the archive now: files that are gone since are listed in a text of their own.
 * @returns a context that reads this text, too
 * @throws data.over, data.unproven
 */
export async function selectOwnData(
  ctx: UserContext,
): Promise<{ ctx: UserContext; selection: Selection; shareIds: string[] }> {
  const { id: accountId, login, sessionId } = ctx.viewer;
  const ready = await ctx.db.dataExport.findFirst({ where: { accountId, endsAt: { gt: ctx.now } } });
  if (!ready?.readyAt) throw new AppError('data.over');
  const isOpen = ready.openedBy === sessionId && ready.openedUntil !== null && ready.openedUntil > ctx.now;
  if (!isOpen) throw new AppError('data.unproven');
  const rows = await queryDirect<ExportRow>(
    ctx.db,
    Prisma.sql`
      SELECT x."fileId" AS "id", f."shareId", x."path", x."name", coalesce(x."sizeBytes", f."sizeBytes") AS "sizeBytes",
        coalesce(x."crc32", f."crc32") AS "crc32", (extract(epoch FROM
          coalesce(f."modifiedAt", f."completedAt", f."createdAt", ${ready.readyAt})) * 1000)::float8 AS "modifiedAtMs"
      FROM "ExportFile" x LEFT JOIN ("File" f JOIN "Share" s ON s."id" = f."shareId" AND s."ownerId" = ${accountId})
        ON f."id" = x."fileId" AND ${canLeave}
      WHERE x."accountId" = ${accountId} ORDER BY x."crc32" IS NULL, x."path", x."name", x."fileId"`,
  );
  const files: Selection['files'] = [];
  const missing: string[] = [];
  const shareIds = [...new Set(rows.flatMap(({ shareId }) => shareId ?? []))];
  for (const { sizeBytes, crc32, shareId: _, ...row } of rows) {
    if (sizeBytes === null || crc32 === null) missing.push(`${row.path}/${row.name}\n`);
    else files.push({ ...row, sizeBytes: Number(sizeBytes), crc32 });
  }
  const text = Buffer.from(missing.join(''));
  const { read } = ctx.storage;
  const name = `${login} ${ready.readyAt.toISOString().slice(0, 10)}`;
  if (missing.length === 0) return { ctx, selection: { name, files }, shareIds };
  const sum = crc32(text).toString(16).padStart(8, '0');
  const modifiedAtMs = ready.readyAt.getTime();
  files.push({
    id: missingId,
    path: '',
    name: 'missing.txt',
    sizeBytes: text.length,
    crc32: sum,
    modifiedAtMs,
  });
  async function* readText(start: number, end: number) {
    yield text.subarray(start, end + 1);
  }
  const storage: UserContext['storage'] = {
    ...ctx.storage,
    read: (fileId, range) => (fileId === missingId ? readText(range.start, range.end) : read(fileId, range)),
  };
  return { ctx: { ...ctx, storage }, selection: { name, files }, shareIds };
}

export const recordDataDownload = (ctx: UserContext): Promise<void> =>
  record(ctx, { event: 'download.zip', object: { type: 'account', id: ctx.viewer.id }, payload: null });
