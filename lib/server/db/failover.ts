import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import { hasServerMoved } from './outage';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/**
 * Runs a statement again on a new connection if its server became read-only or shut down. Nothing was executed in
 * that case.
 */
export async function withFailover<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    if (!hasServerMoved(error)) throw error;
    return statement();
  }
}

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
