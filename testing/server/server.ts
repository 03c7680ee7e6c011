import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { prepareDatabase } from './prepared-database';
import { startRunning } from './start-running';

/** Playwright's global setup: one production server per run, found by `running()`. */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt();
  prepareDatabase();
  const { env, end } = await startRunning();
  Object.assign(process.env, env);
  return end;
}
