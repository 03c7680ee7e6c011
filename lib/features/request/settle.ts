import 'server-only';
import type { Context } from '@/lib/server/context';
import { canLeave, isChecked } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { planOf } from './plan';

type Db = Prisma.TransactionClient;

const of = (c: string, ids: readonly string[] | null) =>
  ids ? Prisma.sql`${Prisma.raw(c)}."requestId" = ANY (${[...ids]}::text[])` : Prisma.sql`true`;

const hasFile = Prisma.sql`EXISTS (SELECT FROM "File" f WHERE f."shareId" = c."shareId" AND ${canLeave})`;

/**
 * Brings requests up to what their deliveries hold: what has arrived and been scanned is received, what is gone or was
 * found infected is missing again.
 * @param ids null for all. Indexes: RequestCell_begun, RequestCell_gone, File_scan_idx
 * @returns how many cells have changed
 */
export async function settleRequests(ctx: Context, db: Db, ids: readonly string[] | null): Promise<number> {
  const received = await db.$queryRaw<{ requestId: string }[]>`
    UPDATE "RequestCell" c SET "receivedAt" = ${ctx.now}
    WHERE c."receivedAt" IS NULL AND c."shareId" IS NOT NULL AND ${of('c', ids)} AND ${hasFile}
      AND ${isChecked(Prisma.sql`c."shareId"`)}
    RETURNING c."requestId"`;
  const lost = await db.$queryRaw<{ requestId: string }[]>`
    WITH gone AS (
      SELECT c."requestId", c."slotId" FROM "RequestCell" c
      WHERE c."receivedAt" IS NOT NULL AND c."shareId" IS NULL AND c."decision" IS DISTINCT FROM 'accepted' AND ${of('c', ids)}
      UNION SELECT c."requestId", c."slotId" FROM "File" v JOIN "RequestCell" c ON c."shareId" = v."shareId"
      WHERE v."scan" = 'infected' AND c."receivedAt" IS NOT NULL AND ${of('c', ids)} AND NOT ${hasFile})
    UPDATE "RequestCell" t SET "receivedAt" = NULL, "decision" = NULL, "version" = "version" + 1
    FROM gone WHERE t."requestId" = gone."requestId" AND t."slotId" = gone."slotId"
    RETURNING t."requestId"`;
  const changed = [...received, ...lost].map(({ requestId }) => requestId);
  await updateComplete(ctx, db, [...new Set([...changed, ...(ids ?? [])])]);
  return changed.length;
}

const isMissing = Prisma.sql`EXISTS (
  SELECT FROM "RequestSlot" s LEFT JOIN "RequestCell" c ON c."slotId" = s."id" AND c."requestId" = r."id"
  WHERE s."roundId" = r."roundId" AND s."needed" AND c."receivedAt" IS NULL AND c."decision" IS DISTINCT FROM 'accepted')`;

async function updateComplete(ctx: Context, db: Db, ids: readonly string[]): Promise<void> {
  const turned = await db.$queryRaw<{ id: string }[]>`
    UPDATE "FileRequest" r SET "completeAt" = CASE WHEN r."completeAt" IS NULL THEN ${ctx.now}::timestamptz END
    WHERE r."id" = ANY (${[...ids]}::text[]) AND (r."completeAt" IS NULL) <> ${isMissing}
    RETURNING r."id"`;
  const people = await db.fileRequest.findMany({ where: { id: { in: turned.map(({ id }) => id) } } });
  for (const person of people)
    await db.fileRequest.update({ where: { id: person.id }, data: { remindAt: planOf(ctx, person) } });
}
