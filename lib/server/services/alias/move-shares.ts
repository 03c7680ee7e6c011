import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';
import { inboxSealOf } from './inbox-seal';

/**
 * Bytes of descriptions that one statement moves. A changed row is indexed again word by word, so text length
 * decides the time; this much takes less than a second.
 */
const bytesAtOnce = 250_000;

const firstOf = (which: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  SELECT "id" FROM (
    SELECT "id", row_number() OVER given AS "n", sum(coalesce(octet_length("description"), 0)) OVER given AS "upTo"
    FROM (SELECT s."id", s."description" FROM "Share" s WHERE ${which} LIMIT ${limit}) first
    WINDOW given AS (ROWS UNBOUNDED PRECEDING)) few
  WHERE "upTo" <= ${bytesAtOnce}::int OR "n" = 1`;

/** Moves shares from one alias to another, or with `to` null to none. The caller has locked the row of the first. */
export async function moveShares(
  tx: Prisma.TransactionClient,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  if (to === null) await keepAsDeliveries(tx, from);
  await inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" SET "aliasId" = ${to}
      WHERE "id" = ANY (ARRAY(${firstOf(Prisma.sql`s."aliasId" = ${from}`, limit)}))`,
  );
}

/** Their row tells deliveries of a deleted inbox from own shares, which expire; they keep the key that opens them, too. */
async function keepAsDeliveries(tx: Prisma.TransactionClient, aliasId: string): Promise<void> {
  // Albums and imported deliveries have no row yet.
  await inSteps(
    tx,
    (limit) => Prisma.sql`
      INSERT INTO "Delivery" ("shareId")
      SELECT s."id" FROM "Share" s
      WHERE s."aliasId" = ${aliasId} AND NOT EXISTS (SELECT FROM "Delivery" d WHERE d."shareId" = s."id")
      LIMIT ${limit}`,
  );
  const row = await tx.inboxSeal.findUnique({ where: { aliasId } });
  if (!row) return;
  const where = { share: { aliasId }, sealedKey: { not: null } };
  await tx.sealedManifest.updateMany({ where, data: { seal: inboxSealOf(row) } });
}

export function moveSharesToAliasOwners(tx: Prisma.TransactionClient, ownerId: string): Promise<void> {
  const which = Prisma.sql`s."ownerId" = ${ownerId} AND EXISTS (
    SELECT 1 FROM "Alias" a WHERE a."id" = s."aliasId" AND a."ownerId" <> ${ownerId})`;
  return inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" s SET "ownerId" = a."ownerId" FROM "Alias" a
      WHERE s."id" = ANY (ARRAY(${firstOf(which, limit)})) AND a."id" = s."aliasId"`,
  );
}

/**
 * Transfers an account's aliases, or only these, with their albums, deliveries and unread marks. The caller has locked both accounts.
 * @returns the number of aliases
 */
export async function handOverAliases(
  tx: Prisma.TransactionClient,
  { from, to, only }: { from: string; to: string; only?: string[] },
): Promise<number> {
  const aliases = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Alias" WHERE "ownerId" = ${from} AND (${!only} OR "id" = ANY (${only ?? []}))
    ORDER BY "id" FOR UPDATE`;
  const ids = aliases.map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE "UsedAliasId" SET "ownerId" = ${to} WHERE "key" IN (SELECT lower("id") FROM "Alias" WHERE "id" = ANY (${ids}))`;
  await tx.$executeRaw`
    INSERT INTO "Unread" ("accountId", "shareId")
    SELECT ${to}, u."shareId" FROM "Unread" u JOIN "Share" s ON s."id" = u."shareId"
    WHERE u."accountId" = ${from} AND s."aliasId" = ANY (${ids}) ON CONFLICT DO NOTHING`;
  await tx.share.updateMany({
    where: { ownerId: from, albumOf: { some: { id: { in: ids } } } },
    data: { ownerId: to },
  });
  await tx.alias.updateMany({ where: { id: { in: ids } }, data: { ownerId: to } });
  await tx.aliasMember.deleteMany({ where: { aliasId: { in: ids }, accountId: to } });
  await moveSharesToAliasOwners(tx, from);
  return ids.length;
}
