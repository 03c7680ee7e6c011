import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { scopes } from '@/lib/contract/http/scope';
import { maxTokens, type NewToken, type TokenItem } from '@/lib/contract/session';
import { lockLiveSession } from '@/lib/server/auth/session-rows';
import { newAccessToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { isNetwork } from '@/lib/server/network-address';

/**
 * Creates an access token; only a hash is stored.
 * @throws auth.required if the session is over, request.invalid for bad networks or rights the caller lacks,
 * token.tooMany
 */
export async function createToken(ctx: UserContext, given: NewToken): Promise<{ token: string }> {
  const token = await newToken(ctx, given);
  if (token === null) throw new AppError('auth.required');
  return { token };
}

/**
 * Returns null if the caller's session is over.
 * @param isTold mails the account, as of a new sign-in
 */
export async function newToken(ctx: UserContext, given: NewToken, isTold = false): Promise<string | null> {
  const { id: accountId, admin } = ctx.viewer;
  const wanted = scopes.filter((scope) => given.scopes.includes(scope));
  if (wanted.includes('admin') && !admin)
    throw new AppError('request.invalid', { field: 'scopes', reason: 'unsupported' });
  const networks = [...new Set(given.networks)];
  if (!networks.every(isNetwork))
    throw new AppError('request.invalid', { field: 'networks', reason: 'notANetwork' });
  const { token, sessionId: id, secretHash } = newAccessToken();
  const endsAt = new Date(ctx.now.getTime() + given.validity);
  const name = given.name.trim();
  return ctx.db.$transaction(async (tx) => {
    // The lock makes the count include concurrent requests.
    if (!(await lockLiveSession(tx, ctx))) return null;
    const count = await tx.session.count({ where: liveTokens(accountId, ctx.now) });
    if (count >= maxTokens) throw new AppError('token.tooMany', { max: maxTokens });
    const times = { createdAt: ctx.now, lastSeenAt: ctx.now, endsAt };
    await tx.session.create({
      data: { id, accountId, secretHash, name, scopes: wanted, networks, ...times },
    });
    const details = {
      name,
      scopes: wanted.join(' '),
      networks: networks.join(' '),
      until: endsAt.toISOString(),
    };
    const mail = isTold ? { accountId, id } : null;
    await record(ctx, { event: 'token.create', object: { type: 'token', id }, details, mail }, tx);
    return token;
  });
}

/** Filters tokens that are neither revoked nor expired. Index: Session_accountId_lastSeenAt_idx. */
export const liveTokens = (accountId: string, now: Date) =>
  ({
    accountId,
    secretHash: { not: null },
    revokedAt: null,
    endsAt: { gt: now },
  }) satisfies Prisma.SessionWhereInput;

export async function listTokens(ctx: UserContext): Promise<{ items: TokenItem[] }> {
  const rows = await ctx.db.session.findMany({
    where: liveTokens(ctx.viewer.id, ctx.now),
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    scopes: row.scopes,
    networks: row.networks,
    created: row.createdAt.getTime(),
    until: row.endsAt.getTime(),
    lastUsed: row.lastSeenAt > row.createdAt ? row.lastSeenAt.getTime() : null,
    address: row.address,
  }));
  return { items };
}

/** @throws token.notFound if it is over or not the caller's */
export async function revokeToken(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const [row] = await tx.session.updateManyAndReturn({
      where: { id, ...liveTokens(ctx.viewer.id, ctx.now) },
      data: { revokedAt: ctx.now, endsAt: ctx.now },
    });
    if (!row) throw new AppError('token.notFound');
    const details = { name: row.name ?? '' };
    await record(ctx, { event: 'token.revoke', object: { type: 'token', id }, details }, tx);
  });
}
