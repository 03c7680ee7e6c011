import 'server-only';
import type pg from 'pg';
import { Prisma } from './generated/client';

/**
 * Holds an advisory lock, which PostgreSQL releases when the process is killed. A living node may lose its
 * connection, so treating it as dead must be harmless.
 */
export async function announcePresence(connection: pg.Client, node: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [keyOf(node)]);
}

export const isNodeAbsent = (node: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`pg_try_advisory_xact_lock_shared(hashtextextended(${keyOf('')} || ${node}, 0))`;

const keyOf = (node: string) => `slipway node ${node}`;
