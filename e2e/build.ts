import { ensureBuilt } from '../scripts/lib/build.mjs';

/** Vitest's global setup for tests that start servers of their own. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
