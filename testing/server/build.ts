import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { prepareDatabase } from './prepared-database';

/** Vitest's global setup for tests that start servers of their own. */
export default async function setup(): Promise<() => void> {
  await ensureBuilt();
  return prepareDatabase();
}
