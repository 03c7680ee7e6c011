import 'server-only';
import { FairTurns } from '@/lib/server/fair-turns';

const turns = new FairTurns({ running: 4, waiting: 2_000 });

/**
 * Additions to an account with a quota wait for the lock of that quota, and do so here rather than with a
 * connection to the database in hand: many at once would take them all, and everybody else would find none.
 */
export const inQuotaTurn = <T>(shareId: string, work: () => Promise<T>): Promise<T> =>
  turns.run(shareId, work);
