import 'server-only';
import type pg from 'pg';
import type { Prisma, PrismaClient } from './generated/client';

type Known = { pool: pg.Pool; isOurs: boolean };

/** The driver's own pool beside each client of the database. */
const pools = new WeakMap<Prisma.TransactionClient, Known>();

/** @param isOurs whether it leads straight to our own PostgreSQL; poolers in front of others forget statements */
export const notePool = (db: PrismaClient, pool: pg.Pool, isOurs: boolean): void =>
  void pools.set(db, { pool, isOurs });

export async function closePool(db: PrismaClient): Promise<void> {
  await pools.get(db)?.pool.end();
  pools.delete(db);
}

const names = new Map<string, string>();

/** With a name PostgreSQL keeps a statement parsed. There are as many as places that call the functions below. */
function queryOf({ text, values }: Prisma.Sql, isOurs: boolean): pg.QueryConfig {
  if (!isOurs) return { text, values };
  const name = names.get(text) ?? `direct_${names.size}`;
  names.set(text, name);
  return { name, text, values };
}

/**
 * Rows of a statement that every small upload needs, past the client's own machinery, which takes five times as long as
 * the driver. Numbers of 64 bits come as text. A client without a pool that we know, as within a transaction, runs it the
 * usual way.
 */
export async function rowsOf<T>(db: Prisma.TransactionClient, statement: Prisma.Sql): Promise<T[]> {
  const known = pools.get(db);
  if (!known) return db.$queryRaw<T[]>(statement);
  const { rows } = await known.pool.query(queryOf(statement, known.isOurs));
  return rows;
}

/** How many rows a statement has changed, in the same way. */
export async function changedBy(db: PrismaClient, statement: Prisma.Sql): Promise<number> {
  const known = pools.get(db);
  if (!known) return db.$executeRaw(statement);
  return (await known.pool.query(queryOf(statement, known.isOurs))).rowCount ?? 0;
}
