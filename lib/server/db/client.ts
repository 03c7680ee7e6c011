import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { config } from '@/lib/server/config';
import { applySessionSettings, Connection, databaseSocket } from './connection';
import { closePool, openPool, withFailover } from './direct';
import { hasServerMoved } from './errors';
import { PrismaClient } from './generated/client';

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

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

class FailoverPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const { queryRaw, executeRaw, startTransaction } = adapter;
    adapter.queryRaw = (query) => withFailover(() => queryRaw.call(adapter, query));
    adapter.executeRaw = (query) => withFailover(() => executeRaw.call(adapter, query));
    adapter.startTransaction = (level) =>
      restartable(() => withFailover(() => startTransaction.call(adapter, level)));
    return adapter;
  }
}

async function restartable(begin: () => Promise<Transaction>): Promise<Transaction> {
  let current = await begin();
  let isNew = true;
  const run = async <T>(statement: (tx: Transaction) => Promise<T>): Promise<T> => {
    const isFirst = isNew;
    isNew = false;
    try {
      return await statement(current);
    } catch (error) {
      if (!isFirst || !hasServerMoved(error)) throw error;
      await current.rollback(); // returns the connection, which is closed
      current = await begin();
      return statement(current);
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Prisma asks for all relations of a row at once, and a connection has room for one query. */
  const inTurn: typeof run = (statement) => {
    const next = last.then(() => run(statement));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    provider: current.provider,
    adapterName: current.adapterName,
    options: current.options,
    queryRaw: (query) => inTurn((tx) => tx.queryRaw(query)),
    executeRaw: (query) => inTurn((tx) => tx.executeRaw(query)),
    commit: () => current.commit(),
    rollback: () => current.rollback(),
    createSavepoint: async (name) => current.createSavepoint?.(name),
    rollbackToSavepoint: async (name) => current.rollbackToSavepoint?.(name),
    releaseSavepoint: async (name) => current.releaseSavepoint?.(name),
  };
}
