import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasPool, queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

export const shareChannel = 'slipway_share';

/** Also lets the transaction end in which something was recorded. */
const gatherMs = 200;

const waiting = new WeakMap<PrismaClient, Set<string>>();

/**
 * Tells the open pages of a share, on all nodes, that something happened to it. Outside of its transaction, as commits
 * that notify wait for each other.
 */
export function tellPages({ db, log }: Pick<Context, 'db' | 'log'>, shareId: string): void {
  const known = waiting.get(db);
  if (known) return void known.add(shareId);
  const gathered = new Set([shareId]);
  waiting.set(db, gathered);
  const tell = () => {
    waiting.delete(db);
    if (!hasPool(db)) return;
    const notify = Prisma.sql`
      SELECT pg_notify(${shareChannel}, "id")::text FROM unnest(${[...gathered]}::text[]) AS told ("id")`;
    queryDirect(db, notify).catch((error: unknown) => {
      log.debug({ err: error }, 'open pages hear of it later');
    });
  };
  setTimeout(tell, gatherMs).unref();
}
