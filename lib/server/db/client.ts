import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { config } from '@/lib/server/config';
import { notePool } from './direct';
import { PrismaClient } from './generated/client';

const kept = globalThis as typeof globalThis & { slipwayDb?: PrismaClient };

/** Made at the first use, and kept on globalThis so that all of a process shares one pool. */
export function db(): PrismaClient {
  kept.slipwayDb ??= connect();
  return kept.slipwayDb;
}

/** What the embedded PostgreSQL's address looks like. */
const ownDatabase = /^postgresql:\/\/postgres@localhost\/slipway\?host=/;

function connect(): PrismaClient {
  const { DATABASE_URL = '' } = config();
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: 16,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  pool.on('error', () => undefined); // an idle connection that breaks is replaced when it is needed
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    // As long as a connection and a statement may take, or a busy moment would refuse what has only to wait.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
  notePool(client, pool, ownDatabase.test(DATABASE_URL));
  return client;
}

export async function closeDb(): Promise<void> {
  await kept.slipwayDb?.$disconnect();
  delete kept.slipwayDb;
}
