import { prepareDatabase } from '@/testing/server/prepared-database';
import { startRunning } from '@/testing/server/start-running';
import { ensureBuilt } from '../scripts/lib/build.mjs';

/**
 * Vitest's global setup for API tests: two production servers, because one process would slow all tests down.
 * `own-server.ts` assigns one to each worker.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  prepareDatabase();
  const started = await Promise.allSettled([startRunning(), startRunning()]);
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const end = async () => {
    await Promise.all(servers.map((server) => server.end()));
  };
  for (const one of started) {
    if (one.status === 'fulfilled') continue;
    await end();
    throw one.reason;
  }
  process.env.SLIPWAY_E2E_SERVERS = JSON.stringify(servers.map(({ env }) => env));
  return end;
}
