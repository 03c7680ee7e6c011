import 'server-only';
import type { TokenItem } from '@/lib/contract/session';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

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
