import 'server-only';
import type pg from 'pg';
import { Prisma } from './generated/client';

/**
 * A node shows that it lives by an advisory lock on its connection. PostgreSQL releases it when the connection ends, so
 * everybody knows at once when a process was killed. A node that can't be seen may live all the same (its connection
 * broke, or a pooler shares connections between processes): nothing may be lost when it is taken for dead.
 */
export async function showPresence(connection: pg.Client, node: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [keyOf(node)]);
}

/** Whether nobody shows that a node lives; `node` is SQL for its id. */
export const isUnseen = (node: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`pg_try_advisory_xact_lock_shared(hashtextextended(${keyOf('')} || ${node}, 0))`;

const keyOf = (node: string) => `slipway node ${node}`;
