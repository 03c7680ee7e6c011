import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import { config } from '@/lib/server/config';
import { PrismaClient } from './generated/client';

const kept = globalThis as typeof globalThis & { slipwayDb?: PrismaClient };

/** Made at the first use, and kept on globalThis so that the pages and the data plane share one pool. */
export function db(): PrismaClient {
  kept.slipwayDb ??= new PrismaClient({
    adapter: new PrismaPg({
      connectionString: config().DATABASE_URL,
      max: 16,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 15_000,
    }),
    // As long as a connection and a statement may take, or a busy moment would refuse what has only to wait.
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
  return kept.slipwayDb;
}

export async function closeDb(): Promise<void> {
  await kept.slipwayDb?.$disconnect();
  delete kept.slipwayDb;
}
