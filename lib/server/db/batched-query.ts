import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';
import { isLockTimeout, isOutage } from './outage';

type PendingQuestion<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };
type Queue<Q, A> = { waiting: PendingQuestion<Q, A>[]; running: number; sinceMs: number };

const maxBatch = 64;

/** Slower statements wait for a lock or have a dead connection. New questions don't wait for them. */
const slowMs = 100;

/** Waits for requests that have just arrived. Faster than any timer when nothing comes. */
const twoTurns = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * Combines simultaneous queries of a kind into one statement. An answer is never older than its query.
 * @param ask answers in order; when it fails, each query runs again alone, except after outages and lock timeouts
 */
export function batchedQuery<Q, A>(ask: (db: PrismaClient, questions: [Q, ...Q[]]) => Promise<A[]>) {
  const queues = new WeakMap<PrismaClient, Map<string, Queue<Q, A>>>();

  const answer = async (db: PrismaClient, batch: PendingQuestion<Q, A>[]): Promise<void> => {
    const questions = batch.map(({ question }) => question) as [Q, ...Q[]];
    try {
      const answers = await ask(db, questions);
      // Safe: the counts are equal.
      for (const [nth, { resolve }] of batch.entries()) resolve(answers[nth] as A);
    } catch (error) {
      await handleFailure(db, batch, error);
    }
  };

  const handleFailure = async (
    db: PrismaClient,
    batch: PendingQuestion<Q, A>[],
    error: unknown,
  ): Promise<void> => {
    const isHopeless = isOutage(error) || isLockTimeout(error);
    if (batch.length > 1 && !isHopeless) await Promise.all(batch.map((one) => answer(db, [one])));
    else for (const { reject } of batch) reject(error);
  };

  const work = async (db: PrismaClient, queue: Queue<Q, A>, onIdle: () => void): Promise<void> => {
    queue.running += 1;
    queue.sinceMs = performance.now();
    while (queue.waiting.length > 0) {
      await twoTurns();
      queue.sinceMs = performance.now();
      const batch = queue.waiting.splice(0, maxBatch);
      if (batch.length > 0) await answer(db, batch);
    }
    queue.running -= 1;
    if (queue.running === 0) onIdle();
  };

  return (db: PrismaClient, kind: string, question: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      const kinds = queues.get(db) ?? new Map<string, Queue<Q, A>>();
      queues.set(db, kinds);
      const queue = kinds.get(kind) ?? { waiting: [], running: 0, sinceMs: 0 };
      kinds.set(kind, queue);
      queue.waiting.push({ question, resolve, reject });
      const isFree = queue.running === 0 || performance.now() - queue.sinceMs > slowMs;
      if (isFree) void work(db, queue, () => kinds.delete(kind));
    });
}

const names = new WeakMap<Prisma.Sql, string>();

export function kindOf(condition: Prisma.Sql): string {
  const name = names.get(condition) ?? JSON.stringify([condition.text, condition.values]);
  names.set(condition, name);
  return name;
}
