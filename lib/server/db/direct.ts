import 'server-only';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { applySessionSettings } from './connection';
import { hasServerMoved, isLockTimeout, isOutage } from './errors';
import type { Prisma, PrismaClient } from './generated/client';

/** Of the process, as its client is: bundles have this module once each. */
const shared = globalThis as typeof globalThis & {
  slipwayPools?: WeakMap<Prisma.TransactionClient, pg.Pool>;
  slipwayDedicated?: WeakSet<pg.ClientBase>;
};
shared.slipwayPools ??= new WeakMap();
shared.slipwayDedicated ??= new WeakSet();
const pools = shared.slipwayPools;

/** Not behind a pooler, so that prepared statements last. */
const dedicated = shared.slipwayDedicated;

/**
 * Forces index lookups, because a plan made while a table is small must not scan it later. Generic plans, because
 * planning lists of one or two ids each time takes five times as long.
 */
const indexOnlySettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export function openPool(db: PrismaClient, options: pg.PoolConfig, limits: Record<string, string>): void {
  const onConnect = async (connection: pg.ClientBase) => {
    if (await applySessionSettings(connection, { ...limits, ...indexOnlySettings }))
      dedicated.add(connection);
  };
  const pool = new pg.Pool({ ...options, onConnect });
  pool.on('error', () => undefined); // replaced at the next use
  pools.set(db, pool);
}

export async function closePool(db: PrismaClient): Promise<void> {
  await pools.get(db)?.end();
  pools.delete(db);
}

/** False after `closePool`, where a statement would connect anew. */
export const hasPool = (db: PrismaClient): boolean => pools.has(db);

const names = new Map<string, string>();

/** A name per statement text, equal in all processes and versions. Bounded by the number of call sites. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * Runs a statement again on a new connection if its server became read-only or shut down. Nothing was executed in
 * that case.
 */
export async function withFailover<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    if (!hasServerMoved(error)) throw error;
    return statement();
  }
}

const runQuery = (pool: pg.Pool, statement: Prisma.Sql): Promise<pg.QueryResult> =>
  withFailover(() => runQueryOnce(pool, statement));

async function runQueryOnce(pool: pg.Pool, { text, values }: Prisma.Sql): Promise<pg.QueryResult> {
  const connection = await pool.connect();
  let failure: unknown;
  try {
    return await connection.query({ ...(dedicated.has(connection) && { name: nameOf(text) }), text, values });
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    connection.release(failure instanceof Error ? failure : undefined);
  }
}

/**
 * Bypasses Prisma, which takes five times as long. 64-bit integers are strings, but bigint inside transactions, which
 * use Prisma.
 */
export async function queryDirect<T>(db: Prisma.TransactionClient, statement: Prisma.Sql): Promise<T[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<T[]>(statement);
  return (await runQuery(pool, statement)).rows;
}

export async function executeDirect(db: PrismaClient, statement: Prisma.Sql): Promise<number> {
  const pool = pools.get(db);
  if (!pool) return db.$executeRaw(statement);
  return (await runQuery(pool, statement)).rowCount ?? 0;
}

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

const kinds = new WeakMap<Prisma.Sql, string>();

export function kindOf(condition: Prisma.Sql): string {
  const kind = kinds.get(condition) ?? JSON.stringify([condition.text, condition.values]);
  kinds.set(condition, kind);
  return kind;
}
