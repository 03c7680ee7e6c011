import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import { hasMoved } from './outage';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/**
 * Runs one statement, and once more on a new connection where the database has moved away from under the first one: it
 * can only read there, or was just shut down. Nothing was done then.
 */
export async function withFailover<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    if (!hasMoved(error)) throw error;
    return statement();
  }
}

/** Prisma's way to the database: its statements, and the first one of each transaction, survive a failover. */
export class FailoverPg extends PrismaPg {
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

/** A transaction that begins anew, on another connection, when nothing of it has succeeded yet. */
async function restartable(begin: () => Promise<Transaction>): Promise<Transaction> {
  let current = await begin();
  let isNew = true;
  const run = async <T>(statement: (tx: Transaction) => Promise<T>): Promise<T> => {
    const isFirst = isNew;
    isNew = false;
    try {
      return await statement(current);
    } catch (error) {
      if (!isFirst || !hasMoved(error)) throw error;
      await current.rollback(); // only gives the connection back, which is cut
      current = await begin();
      return statement(current);
    }
  };
  return {
    provider: current.provider,
    adapterName: current.adapterName,
    options: current.options,
    queryRaw: (query) => run((tx) => tx.queryRaw(query)),
    executeRaw: (query) => run((tx) => tx.executeRaw(query)),
    commit: () => current.commit(),
    rollback: () => current.rollback(),
    createSavepoint: async (name) => current.createSavepoint?.(name),
    rollbackToSavepoint: async (name) => current.rollbackToSavepoint?.(name),
    releaseSavepoint: async (name) => current.releaseSavepoint?.(name),
  };
}
