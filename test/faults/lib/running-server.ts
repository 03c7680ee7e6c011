import { ensureBuilt } from '@/scripts/lib/build.mjs';
import { TestServer } from '@/testing/server/test-server';

/** Starts a server for this program, directs all helpers to it, and removes it afterwards. */
export async function withServer<T>(
  env: Record<string, string>,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  await ensureBuilt();
  const server = await TestServer.make({
    database: 'careful',
    env: { SESSION_VALID: '2 hours', LOG_LEVEL: 'error', ...env },
  });
  try {
    await server.start();
    process.env.SLIPWAY_E2E_URL = server.url;
    process.env.SLIPWAY_E2E_DATABASE_URL = server.databaseUrl;
    process.env.SLIPWAY_E2E_DATA_DIR = server.dataDir;
    return await work(server);
  } finally {
    await server.remove();
  }
}
