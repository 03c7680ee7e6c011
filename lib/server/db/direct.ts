import 'server-only';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { withFailover } from './failover';
import type { Prisma, PrismaClient } from './generated/client';
import { applySessionSettings } from './pooler';

const pools = new WeakMap<Prisma.TransactionClient, pg.Pool>();

/** Not behind a pooler, so that prepared statements last. */
const dedicated = new WeakSet<pg.ClientBase>();

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

const names = new Map<string, string>();

/** A name per statement text, equal in all processes and versions. Bounded by the number of call sites. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
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
