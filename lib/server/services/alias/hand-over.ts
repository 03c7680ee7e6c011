import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';
import { moveSharesToAliasOwners } from './move-shares';

/**
 * Transfers an account's aliases with their albums, deliveries and unread marks. The caller has locked both accounts.
 * @returns the number of aliases
 */
export async function handOverAliases(
  tx: Prisma.TransactionClient,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const aliases = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Alias" WHERE "ownerId" = ${from} ORDER BY "id" FOR UPDATE`;
  const ids = aliases.map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE "UsedAliasId" SET "ownerId" = ${to} WHERE "key" IN (SELECT lower("id") FROM "Alias" WHERE "ownerId" = ${from})`;
  await tx.$executeRaw`
    INSERT INTO "Unread" ("accountId", "shareId")
    SELECT ${to}, u."shareId" FROM "Unread" u JOIN "Share" s ON s."id" = u."shareId"
    WHERE u."accountId" = ${from} AND s."aliasId" = ANY (${ids}) ON CONFLICT DO NOTHING`;
  await tx.share.updateMany({
    where: { ownerId: from, albumOf: { some: { ownerId: from } } },
    data: { ownerId: to },
  });
  await tx.alias.updateMany({ where: { ownerId: from }, data: { ownerId: to } });
  await tx.aliasMember.deleteMany({ where: { aliasId: { in: ids }, accountId: to } });
  await moveSharesToAliasOwners(tx, from);
  return ids.length;
}
