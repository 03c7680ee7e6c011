import 'server-only';
import type pg from 'pg';
import type { Prisma, PrismaClient } from './generated/client';

/** The pool below each client of the database. */
const pools = new WeakMap<PrismaClient, pg.Pool>();

export const notePool = (db: PrismaClient, pool: pg.Pool): void => void pools.set(db, pool);

/**
 * Rows of a statement that every small upload needs, past the client's own machinery, which takes five times as long as
 * the driver. Numbers of 64 bits come as text. A client without a pool that we know runs it the usual way.
 */
export async function rowsOf<T>(db: PrismaClient, statement: Prisma.Sql): Promise<T[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<T[]>(statement);
  const { rows } = await pool.query(statement.text, statement.values);
  return rows;
}

/** How many rows a statement has changed, in the same way. */
export async function changedBy(db: PrismaClient, statement: Prisma.Sql): Promise<number> {
  const pool = pools.get(db);
  if (!pool) return db.$executeRaw(statement);
  return (await pool.query(statement.text, statement.values)).rowCount ?? 0;
}

/** Several statements as one transaction, in the same way; how many rows each has found or changed. */
export async function countsInOne(db: PrismaClient, statements: readonly Prisma.Sql[]): Promise<number[]> {
  const pool = pools.get(db);
  if (!pool) return db.$transaction(statements.map((statement) => db.$executeRaw(statement)));
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const counts: number[] = [];
    for (const { text, values } of statements) counts.push((await client.query(text, values)).rowCount ?? 0);
    await client.query('COMMIT');
    return counts;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: Error) => {
      failure = cause; // a connection that can't even do that is not given to the next one
    });
    throw error;
  } finally {
    client.release(failure);
  }
}
