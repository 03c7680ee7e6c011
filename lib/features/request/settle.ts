import 'server-only';
import type { Context } from '@/lib/server/context';
import { canLeave, isChecked } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { recorded } from '@/lib/server/journal/record';
import { planOf } from './queue';

type Db = Prisma.TransactionClient;

const among = (ids: readonly string[] | null) =>
  ids ? Prisma.sql`c."requestId" = ANY (${[...ids]}::text[])` : Prisma.sql`true`;

const hasFile = Prisma.sql`EXISTS (SELECT FROM "File" f WHERE f."shareId" = c."shareId" AND ${canLeave})`;

/**
 * Brings requests up to what their deliveries hold: what has arrived and been scanned is received, what is gone or was
 * found infected is missing again.
 * @param ids null for all. Indexes: RequestCell_begun, RequestCell_gone, File_scan_idx
 * @returns how many cells have changed
 */
export async function settleRequests(ctx: Context, db: Db, ids: readonly string[] | null): Promise<number> {
  const received = await takeReceived(ctx, db, ids);
  const lost = await db.$queryRaw<{ requestId: string }[]>`
    WITH gone AS (
      SELECT c."requestId", c."slotId" FROM "RequestCell" c
      WHERE c."receivedAt" IS NOT NULL AND c."shareId" IS NULL AND c."decision" IS DISTINCT FROM 'accepted' AND ${among(ids)}
      UNION SELECT c."requestId", c."slotId" FROM "File" v JOIN "RequestCell" c ON c."shareId" = v."shareId"
      WHERE v."scan" = 'infected' AND c."receivedAt" IS NOT NULL AND ${among(ids)} AND NOT ${hasFile})
    UPDATE "RequestCell" t SET "receivedAt" = NULL, "decision" = NULL, "version" = "version" + 1
    FROM gone WHERE t."requestId" = gone."requestId" AND t."slotId" = gone."slotId"
    RETURNING t."requestId"`;
  const changed = [...received, ...lost].map(({ requestId }) => requestId);
  await updateComplete(ctx, db, [...new Set([...changed, ...(ids ?? [])])]);
  return changed.length;
}

const takeReceived = (ctx: Context, db: Db, ids: readonly string[] | null) => db.$queryRaw<
  { requestId: string }[]
>`
  WITH arrived AS (
    UPDATE "RequestCell" c SET "receivedAt" = ${ctx.now}
    WHERE c."receivedAt" IS NULL AND c."shareId" IS NOT NULL AND ${among(ids)} AND ${hasFile}
      AND ${isChecked(Prisma.sql`c."shareId"`)}
    RETURNING c.*),
  "told" AS (
    SELECT a."shareId", a."requestId", concat_ws(' ', a."requestId", a."slotId", a."attempt") AS "once",
      jsonb_build_object('person', r."name", 'slot', s."name", 'request', o."name") AS "said"
    FROM arrived a JOIN "FileRequest" r ON r."id" = a."requestId" JOIN "RequestSlot" s ON s."id" = a."slotId"
      JOIN "RequestRound" o ON o."id" = r."roundId")
  ${recorded(ctx, [{ event: { event: 'request.receive', payload: {} }, source: Prisma.sql`"told"`, once: Prisma.sql`e."once"`, payload: Prisma.sql`e."said"` }])}
  SELECT "requestId" FROM "told"`;

const isMissing = Prisma.sql`EXISTS (
  SELECT FROM "RequestSlot" s LEFT JOIN "RequestCell" c ON c."slotId" = s."id" AND c."requestId" = r."id"
  WHERE s."roundId" = r."roundId" AND s."needed" AND c."receivedAt" IS NULL AND c."decision" IS DISTINCT FROM 'accepted')`;

/** Thanks the person, and tells owner and members who hear of what comes, and webhooks. */
async function updateComplete(ctx: Context, db: Db, ids: readonly string[]): Promise<void> {
  const events = [
    {
      event: { event: 'request.complete', payload: {}, mail: {} },
      source: Prisma.sql`"told"`,
      payload: Prisma.sql`e."said"`,
    },
    { event: { event: 'request.tell', mail: {} }, source: Prisma.sql`"keepers"` },
  ] as const;
  const turned = await db.$queryRaw<{ id: string }[]>`
    WITH turned AS (
      UPDATE "FileRequest" r SET "completeAt" = CASE WHEN r."completeAt" IS NULL THEN ${ctx.now}::timestamptz END
      WHERE r."id" = ANY (${[...ids]}::text[]) AND (r."completeAt" IS NULL) <> ${isMissing} RETURNING r.*),
    "told" AS (
      SELECT t."id", o."aliasId", (SELECT max(c."shareId") FROM "RequestCell" c WHERE c."requestId" = t."id") AS "shareId",
        NULL::text AS "noticeId", NULL::text AS "accountId", NULL::text AS "address", ${ctx.now}::timestamptz AS "dueAt",
        jsonb_build_object('request', t."id") AS "facts", jsonb_build_object('person', t."name", 'request', o."name") AS "said"
      FROM turned t JOIN "RequestRound" o ON o."id" = t."roundId" WHERE t."completeAt" IS NOT NULL),
    "keepers" AS (
      SELECT t."shareId", t."noticeId", w."id" AS "accountId", t."address", t."facts", t."dueAt" FROM "told" t JOIN "Alias" a ON a."id" = t."aliasId"
      CROSS JOIN LATERAL (SELECT a."ownerId" AS "id" WHERE a."told"
        UNION SELECT m."accountId" FROM "AliasMember" m WHERE m."aliasId" = a."id" AND m."told") w)
    ${recorded(ctx, events)}
    SELECT "id" FROM turned`;
  const people = await db.fileRequest.findMany({ where: { id: { in: turned.map(({ id }) => id) } } });
  for (const person of people)
    await db.fileRequest.update({ where: { id: person.id }, data: { remindAt: planOf(ctx, person) } });
}
