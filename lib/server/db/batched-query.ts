import 'server-only';
import type { Prisma, PrismaClient } from './generated/client';
import { isOutage, wasKeptWaiting } from './outage';

type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };
type Queue<Q, A> = { waiting: Waiting<Q, A>[]; running: number; sinceMs: number };

/** How many of the questions that wait go into one statement. */
const maxTogether = 64;

/** A statement that takes longer is waiting for a lock, or its connection is dead; new questions don't wait for it any more. */
const slowMs = 100;

/**
 * Waits two turns of the event loop: for the rest of what the sockets have brought, and for what they bring meanwhile.
 * If nothing comes that takes no time, unlike a timer.
 */
const moment = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * Puts questions that are asked at the same time into one statement: those of one kind gather for a moment before a
 * statement is sent, and while another one of their kind is on its way. So no answer is older than its question, and a
 * single question hardly waits. It pays because most of the cost of a small file or a small range is that PostgreSQL and
 * this process wake each other.
 * @param ask one statement for all questions, with the answers in their order. When it fails for another reason than an
 * outage or a lock, each question is asked again by itself, so that none fails for the fault of another.
 */
export function batchedQuery<Q, A>(ask: (db: PrismaClient, questions: [Q, ...Q[]]) => Promise<A[]>) {
  const queues = new WeakMap<PrismaClient, Map<string, Queue<Q, A>>>();

  const answer = async (db: PrismaClient, together: Waiting<Q, A>[]): Promise<void> => {
    const questions = together.map(({ question }) => question) as [Q, ...Q[]];
    try {
      const answers = await ask(db, questions);
      // Safe: there is an answer to each question.
      for (const [nth, { resolve }] of together.entries()) resolve(answers[nth] as A);
    } catch (error) {
      await refuse(db, together, error);
    }
  };

  const refuse = async (db: PrismaClient, together: Waiting<Q, A>[], error: unknown): Promise<void> => {
    const isHopeless = isOutage(error) || wasKeptWaiting(error);
    if (together.length > 1 && !isHopeless) await Promise.all(together.map((one) => answer(db, [one])));
    else for (const { reject } of together) reject(error);
  };

  const work = async (db: PrismaClient, queue: Queue<Q, A>, over: () => void): Promise<void> => {
    queue.running += 1;
    queue.sinceMs = performance.now();
    while (queue.waiting.length > 0) {
      await moment();
      queue.sinceMs = performance.now();
      const together = queue.waiting.splice(0, maxTogether);
      if (together.length > 0) await answer(db, together);
    }
    queue.running -= 1;
    if (queue.running === 0) over();
  };

  /** @param kind the same for all that may be asked in one statement */
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

/** A name for a condition, as a part of a kind: conditions with the same name mean the same. */
export function kindOf(condition: Prisma.Sql): string {
  const name = names.get(condition) ?? JSON.stringify([condition.text, condition.values]);
  names.set(condition, name);
  return name;
}
