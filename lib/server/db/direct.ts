import 'server-only';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { withFailover } from './failover';
import type { Prisma, PrismaClient } from './generated/client';
import { applySessionSettings } from './pooler';

/** The driver's own pool beside each client of the database. */
const pools = new WeakMap<Prisma.TransactionClient, pg.Pool>();

/** Connections with a process of PostgreSQL for themselves, which keeps the statements that were planned on them. */
const own = new WeakSet<pg.ClientBase>();

/**
 * Every statement that bypasses Prisma looks rows up by their keys. It is planned once, perhaps while a table is small or
 * its statistics are out of date, and must not end up reading all of a table that has grown since. It has to be told to
 * plan once: for a list of one or two ids PostgreSQL prefers to plan each time, which takes five times as long as the rest.
 */
const byIndexOnly = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** @param limits settings of each connection */
export function openPool(db: PrismaClient, options: pg.PoolConfig, limits: Record<string, string>): void {
  const onConnect = async (connection: pg.ClientBase) => {
    if (await applySessionSettings(connection, { ...limits, ...byIndexOnly })) own.add(connection);
  };
  const pool = new pg.Pool({ ...options, onConnect });
  pool.on('error', () => undefined); // an idle connection that breaks is replaced when it is needed
  pools.set(db, pool);
}

export async function closePool(db: PrismaClient): Promise<void> {
  await pools.get(db)?.end();
  pools.delete(db);
}

const names = new Map<string, string>();

/** One name for each text, in every process and version the same. There are only as many as calls of the functions below. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** PostgreSQL keeps a statement with a name parsed and planned, which takes longer than running it. */
const ask = (pool: pg.Pool, statement: Prisma.Sql): Promise<pg.QueryResult> =>
  withFailover(() => askOnce(pool, statement));

async function askOnce(pool: pg.Pool, { text, values }: Prisma.Sql): Promise<pg.QueryResult> {
  const connection = await pool.connect();
  let failure: unknown;
  try {
    return await connection.query({ ...(own.has(connection) && { name: nameOf(text) }), text, values });
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    connection.release(failure instanceof Error ? failure : undefined);
  }
}

/**
 * The rows of a frequent statement, asked of the driver itself: the client's own machinery takes five times as long.
 * Numbers of 64 bits come as text. A client without a pool of its own, as within a transaction, runs it the usual way, and
 * they come as bigint.
 */
export async function rowsOf<T>(db: Prisma.TransactionClient, statement: Prisma.Sql): Promise<T[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<T[]>(statement);
  return (await ask(pool, statement)).rows;
}

/** How many rows a statement has changed, in the same way. */
export async function changedBy(db: PrismaClient, statement: Prisma.Sql): Promise<number> {
  const pool = pools.get(db);
  if (!pool) return db.$executeRaw(statement);
  return (await ask(pool, statement)).rowCount ?? 0;
}
