import 'server-only';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import { AppError } from '@/lib/contract/errors';
import type { PasskeyList } from '@/lib/contract/passkey';
import { passkeySite } from '@/lib/server/auth/passkey-site';
import { endSessions, lacksFactor, lockLiveSession } from '@/lib/server/auth/session-rows';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { proofAsked, proveOwner } from '@/lib/server/services/factor/prove-owner';

export async function listPasskeys(ctx: UserContext): Promise<PasskeyList> {
  const asks = await proofAsked(ctx);
  const passkeys = await ctx.db.passkey.findMany({
    where: { accountId: ctx.viewer.id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const site = passkeySite(ctx.config);
  return {
    available: asks.includes('password'),
    offered: site !== null,
    asksCode: asks.includes('code'),
    items: passkeys.map(({ id, name, rpId, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced: backedUp,
      created: createdAt.getTime(),
      lastUsed: lastUsedAt?.getTime() ?? null,
      elsewhere: rpId === site?.rpId ? null : rpId,
    })),
  };
}

/** @throws passkey.notFound */
export async function renamePasskey(
  ctx: UserContext,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { id: accountId } = ctx.viewer;
  const where = { id, accountId };
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.passkey.findFirst({ where });
    const { count } = await tx.passkey.updateMany({ where, data: { name } });
    if (!before || count === 0) throw new AppError('passkey.notFound');
    const details = { change: 'renamed', name, was: before.name };
    await record(ctx, { event: 'settings.passkey', object: { type: 'account', id: accountId }, details }, tx);
  });
}

/**
 * Ends the account's other sessions, which may have been got by it.
 * @throws passkey.notFound, passkey.lastWay, auth.required if the session is over, and as `proveOwner`
 */
export async function removePasskey(
  ctx: UserContext,
  { id, ...proof }: OwnerProof & { id: string },
): Promise<void> {
  const { id: accountId, sessionId } = ctx.viewer;
  await proveOwner(ctx, proof, 'settings.passkey');
  await ctx.db.$transaction(async (tx) => {
    if (!(await lockLiveSession(tx, ctx))) throw new AppError('auth.required');
    const [key] = await tx.$queryRaw<{ name: string }[]>`
      DELETE FROM "Passkey" WHERE "id" = ${id} AND "accountId" = ${accountId} RETURNING "name"`;
    if (!key) throw new AppError('passkey.notFound');
    const locked = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Account" a WHERE a."id" = ${accountId} AND ${lacksFactor(Prisma.sql`a`)}`;
    if (locked.length > 0) throw new AppError('passkey.lastWay');
    await endSessions(tx, { accountId, except: sessionId, now: ctx.now, hasTokens: false });
    const object = { type: 'account', id: accountId } as const;
    const details = { change: 'removed', name: key.name };
    await record(ctx, { event: 'passkey.remove', object, details, mail: { accountId } }, tx);
  }, longTransaction);
}

export type PasskeyUse = { id: string; counter: number; backedUp: boolean };

/**
 * Records a use in the transaction that starts its session, with the account locked. A counter that doesn't grow may be
 * that of a copy: it is noted, and lets in. @throws passkey.refused if it was removed meanwhile
 */
export async function recordPasskeyUse(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { id, counter, backedUp }: PasskeyUse,
): Promise<void> {
  const key = await tx.passkey.findUnique({ where: { id } });
  if (!key) throw new AppError('passkey.refused');
  const { accountId, name } = key;
  const highest = Number(key.counter);
  const data = { counter: Math.max(counter, highest), backedUp, lastUsedAt: ctx.now };
  await tx.passkey.update({ where: { id }, data });
  if (counter > highest || (counter === 0 && highest === 0)) return;
  ctx.log.warn({ event: 'passkey', account: accountId, counter, highest }, 'a passkey may have been copied');
  const object = { type: 'account', id: accountId } as const;
  const details = { change: 'behind', name, counter, highest };
  await record(ctx, { event: 'settings.passkey', object, details }, tx);
}
