import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { moveShares } from '@/lib/server/services/alias/move-shares';
import { blockBy, noBlock } from './block-share';
import { closeReports } from './reports';

type AliasBlock = { adminKey: string; reason: string };

/** @throws alias.notFound */
export async function blockAlias(ctx: UserContext, { adminKey, reason }: AliasBlock): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { id, ownerId, name } = await lockAlias(tx, adminKey);
    await tx.alias.update({ where: { id }, data: blockBy(ctx, reason) });
    await keepId(tx, { id, isBlocked: true });
    await closeReports(ctx, tx, { aliasId: id });
    const object = { type: 'alias', id: redactedId(id) } as const;
    const mail = { id: adminKey, accountId: ownerId };
    await record(ctx, { event: 'alias.block', object, details: { name, reason }, mail }, tx);
  });
}

/** @throws alias.notFound, oversight.notBlocked */
export async function allowAlias(ctx: UserContext, { adminKey }: { adminKey: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { id, ownerId, name } = await lockBlocked(tx, adminKey);
    await tx.alias.update({ where: { id }, data: noBlock });
    await keepId(tx, { id, isBlocked: false });
    const object = { type: 'alias', id: redactedId(id) } as const;
    const mail = { id: adminKey, accountId: ownerId };
    await record(ctx, { event: 'alias.allow', object, details: { name }, mail }, tx);
  });
}

/** @throws alias.notFound, oversight.notBlocked */
export async function removeBlockedAlias(
  ctx: UserContext,
  { adminKey }: { adminKey: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { id, name } = await lockBlocked(tx, adminKey);
    await moveShares(tx, { from: id, to: null });
    await tx.alias.delete({ where: { id } });
    const object = { type: 'alias', id: redactedId(id) } as const;
    await record(ctx, { event: 'alias.remove', object, details: { name } }, tx);
  }, longTransaction);
}

/** A deleted alias that was taken down can't be made again. */
const keepId = (tx: Prisma.TransactionClient, { id, isBlocked }: { id: string; isBlocked: boolean }) =>
  tx.usedAliasId.updateMany({ where: { key: id.toLowerCase() }, data: { isBlocked } });

async function lockAlias(tx: Prisma.TransactionClient, adminKey: string) {
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "adminKey" = ${adminKey} FOR UPDATE`;
  const select = { id: true, name: true, ownerId: true, blockedAt: true };
  const alias = await tx.alias.findFirst({ where: { adminKey }, select });
  if (!alias) throw new AppError('alias.notFound');
  return alias;
}

async function lockBlocked(tx: Prisma.TransactionClient, adminKey: string) {
  const alias = await lockAlias(tx, adminKey);
  if (alias.blockedAt === null) throw new AppError('oversight.notBlocked');
  return alias;
}
