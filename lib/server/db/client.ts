import 'server-only';
import type pg from 'pg';
import { config } from '@/lib/server/config';
import { Connection } from './connection';
import { closePool, openPool } from './direct';
import { FailoverPg } from './failover';
import { PrismaClient } from './generated/client';
import { applySessionSettings } from './pooler';
import { databaseSocket } from './sockets';

const shared = globalThis as typeof globalThis & { slipwayDb?: PrismaClient };

export function db(): PrismaClient {
  shared.slipwayDb ??= connectTo(config().DATABASE_URL);
  return shared.slipwayDb;
}

/** Milliseconds. Set after connecting, because poolers refuse such settings at start-up. */
const limits = {
  statement_timeout: '10000',
  // A statement that waits for a lock occupies a connection.
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
  // A stricter default of the database or role would make concurrent statements fail.
  default_transaction_isolation: 'read committed',
};

export function connectTo(connectionString = '', connections = config().CONNECTIONS): PrismaClient {
  const settings = {
    connectionString,
    connectionTimeoutMillis: 5_000,
    // On a dead network the database can't cancel the statement.
    query_timeout: 12_000,
    keepAlive: true,
    stream: databaseSocket,
    Client: Connection,
  };
  const onConnect = async (made: pg.ClientBase) => void (await applySessionSettings(made, limits));
  // 36 connections and a few more per node, so that two nodes fit into PostgreSQL's default of 100.
  const direct = Math.floor(connections / 3);
  const client = new PrismaClient({
    adapter: new FailoverPg({ ...settings, max: connections - direct, onConnect }),
    // Covers a connection and a statement, so that busy moments only delay.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
  // Separate pools: the adapter recognizes a pool by its class, which a process may load twice.
  openPool(client, { ...settings, max: direct }, limits);
  return client;
}

export const disconnect = (client: PrismaClient): Promise<unknown> =>
  Promise.all([client.$disconnect(), closePool(client)]);

export async function closeDb(): Promise<void> {
  const client = shared.slipwayDb;
  if (!client) return;
  delete shared.slipwayDb;
  await disconnect(client);
}
