import 'server-only';
import type { SessionItem } from '@/lib/contract/session';
import { readUserAgent } from '@/lib/domain/user-agent';
import { liveSessionFilter } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';

/** Only scripts that sign in for each call exceed this. */
const maxListed = 100;

/** Excludes sessions whose last token expired, even if they were never ended. */
export async function listSessions(ctx: UserContext): Promise<{ items: SessionItem[] }> {
  const { id: accountId, sessionId } = ctx.viewer;
  const rows = await ctx.db.session.findMany({
    where: { accountId, ...liveSessionFilter(ctx.now) },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: maxListed,
  });
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    ...readUserAgent(row.userAgent),
    address: row.address,
    created: row.createdAt.getTime(),
    lastSeen: row.lastSeenAt.getTime(),
  }));
  return { items: items.sort((one, other) => Number(other.current) - Number(one.current)) };
}
