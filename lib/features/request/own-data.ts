import 'server-only';
import type { UserContext } from '@/lib/server/context';
import { allOf } from '@/lib/server/services/own-data/contents';

/** Without link secrets. */
export const requestsOf = ({ db, viewer }: UserContext) => ({
  requests: allOf('', (after) =>
    db.fileRequest.findMany({
      where: { round: { alias: { ownerId: viewer.id } }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: 500,
      select: {
        id: true,
        name: true,
        address: true,
        language: true,
        timezone: true,
        message: true,
        dueDay: true,
        createdAt: true,
        openedAt: true,
        completeAt: true,
        stoppedAt: true,
        reminded: true,
        round: { select: { name: true, message: true, dueDay: true, alias: { select: { name: true } } } },
        cells: {
          select: { slot: { select: { name: true } }, receivedAt: true, decision: true, reason: true },
        },
      },
    }),
  ),
});
