import { ensureBuilt } from '../scripts/lib/build.mjs';
import { TestServer } from './test-server';

/** Vitest's and Playwright's global setup: one production server for the run; `running()` tells tests where it is. */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const server = await TestServer.make();
  try {
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  process.env.SLIPWAY_E2E_URL = server.url;
  process.env.SLIPWAY_E2E_DATABASE_URL = server.databaseUrl;
  process.env.SLIPWAY_E2E_DATA_DIR = server.dataDir;
  return () => server.remove();
}
