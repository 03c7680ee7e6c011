import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps, longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { markDeleted, removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { handOverAliases } from '@/lib/server/services/alias/move-shares';

/** Safe to interrupt: the next run continues. */
export async function removeAccounts(ctx: Context): Promise<number> {
  await endLeftAccounts(ctx);
  return removeMarkedAccounts(ctx);
}

/** The account's lock decides between this and a sign-in at the same moment: each comes before or after the other. */
async function endLeftAccounts(ctx: Context): Promise<void> {
  const isOver = { leavesAt: { lte: ctx.now }, deletingAt: null };
  const over = await ctx.db.account.findMany({ where: isOver, select: { id: true } });
  for (const { id } of over) {
    await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${id} FOR NO KEY UPDATE`;
      const account = await tx.account.findFirst({ where: { ...isOver, id } });
      if (!account) return;
      const aliases = await handOverToMembers(tx, id);
      await markDeleted(ctx, tx, id);
      await forgetLogin(tx, account);
      const object = { type: 'account', id } as const;
      await record(ctx, { event: 'account.remove', object, details: { aliases } }, tx);
    }, longTransaction);
  }
}

/** Gives each alias to its chosen heir, or to another member if that one is gone. */
async function handOverToMembers(tx: Prisma.TransactionClient, from: string): Promise<number> {
  const chosen = await tx.$queryRaw<{ id: string; heir: string }[]>`
    SELECT DISTINCT ON (a."id") a."id", m."accountId" AS "heir"
    FROM "Alias" a JOIN "AliasMember" m ON m."aliasId" = a."id" JOIN "Account" o ON o."id" = m."accountId"
    WHERE a."ownerId" = ${from} AND a."heirId" IS NOT NULL AND o."state" = 'Active' AND o."deletingAt" IS NULL
    ORDER BY a."id", m."accountId" = a."heirId" DESC, m."accountId"`;
  const heirs = [...new Set(chosen.map((one) => one.heir))];
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT FROM "Account" WHERE "id" = ANY (${heirs}) AND "state" = 'Active' AND "deletingAt" IS NULL
    ORDER BY "id" FOR SHARE`;
  if (locked.length < heirs.length) throw new Error('An heir has just gone: the next run finds another.');
  for (const heir of heirs) {
    const only = chosen.filter((one) => one.heir === heir).map(({ id }) => id);
    await handOverAliases(tx, { from, to: heir, only });
  }
  return chosen.length;
}

/** The audit keeps the id alone. Indexes: AuditEvent_actorId_at_idx, AuditEvent_objectId_idx, AuditEvent_event_at_idx. */
async function forgetLogin(
  tx: Prisma.TransactionClient,
  { id, login }: { id: string; login: string },
): Promise<void> {
  const some = (which: Prisma.Sql, limit: number) =>
    Prisma.sql`"id" = ANY (ARRAY(SELECT "id" FROM "AuditEvent" WHERE ${which} LIMIT ${limit}))`;
  await inSteps(tx, (limit) => {
    const which = some(Prisma.sql`"actorId" = ${id} AND "actorLogin" IS NOT NULL`, limit);
    return Prisma.sql`UPDATE "AuditEvent" SET "actorLogin" = NULL WHERE ${which}`;
  });
  const isNamed = Prisma.sql`"details" ? 'login' AND ("objectId" = ${id} AND "objectType" = 'account'
    OR "event" IN ('account.forgot', 'login.oauth', 'login.proxy') AND "details" ->> 'login' = ${login})`;
  await inSteps(
    tx,
    (limit) =>
      Prisma.sql`UPDATE "AuditEvent" SET "details" = "details" - 'login' WHERE ${some(isNamed, limit)}`,
  );
}
