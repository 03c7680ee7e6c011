import 'server-only';
import type pg from 'pg';
import { config } from '@/lib/server/config';
import { Connection } from './connection';
import { closePool, openPool } from './direct';
import { FailoverPg } from './failover';
import { PrismaClient } from './generated/client';
import { applySessionSettings } from './pooler';
import { databaseSocket } from './sockets';

const kept = globalThis as typeof globalThis & { slipwayDb?: PrismaClient };

/** Made at the first use, and kept on globalThis so that all of a process shares it. */
export function db(): PrismaClient {
  kept.slipwayDb ??= connectTo(config().DATABASE_URL);
  return kept.slipwayDb;
}

/** Milliseconds. Set once connected: a pooler refuses connections that ask for settings while they are made. */
const limits = {
  statement_timeout: '10000',
  // Waiting for a lock keeps a connection from everybody else.
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
  // Under a stricter one, chosen for the database or the role, statements that meet would fail.
  default_transaction_isolation: 'read committed',
};

/** @param connectionString of the database */
export function connectTo(connectionString = '', connections = config().CONNECTIONS): PrismaClient {
  const settings = {
    connectionString,
    connectionTimeoutMillis: 5_000,
    // When the network to it is dead, the database can't end a statement for us.
    query_timeout: 12_000,
    keepAlive: true,
    stream: databaseSocket,
    Client: Connection,
  };
  const onConnect = async (made: pg.ClientBase) => void (await applySessionSettings(made, limits));
  // Both processes of a node have 36 connections and a few more, so two nodes fit into PostgreSQL's usual hundred.
  const direct = Math.floor(connections / 3);
  const client = new PrismaClient({
    adapter: new FailoverPg({ ...settings, max: connections - direct, onConnect }),
    // As long as a connection and a statement may take: with less, a busy moment would refuse what only has to wait.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
  // Not one pool for both: the adapter knows a pool by its class, of which a process may have loaded two.
  openPool(client, { ...settings, max: direct }, limits);
  return client;
}

export const disconnect = (client: PrismaClient): Promise<unknown> =>
  Promise.all([client.$disconnect(), closePool(client)]);

export async function closeDb(): Promise<void> {
  const client = kept.slipwayDb;
  if (!client) return;
  delete kept.slipwayDb;
  await disconnect(client);
}
