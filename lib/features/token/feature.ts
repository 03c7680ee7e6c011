import 'server-only';
import type { Feature } from '@/lib/server/feature';
import { liveTokens } from './tokens';

export const token: Feature = {
  name: 'token',
  access: {
    list: async (db, { accountId, now }) => {
      const rows = await db.session.findMany({
        where: liveTokens(accountId, now),
        orderBy: { createdAt: 'asc' },
      });
      return rows.map(({ id, name, createdAt }) => ({
        kind: 'token',
        id,
        name: name ?? '',
        created: createdAt.getTime(),
      }));
    },
  },
};
