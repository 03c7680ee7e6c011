import 'server-only';
import { FairTurns } from '@/lib/server/fair-turns';

const turns = new FairTurns({ running: 4, waiting: 2_000 });

/**
 * Queues additions before they wait for a quota lock. Otherwise many waiting transactions would take all
 * database connections.
 */
export const runInQuotaTurn = <T>(shareId: string, work: () => Promise<T>): Promise<T> =>
  turns.run(shareId, work);
