import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { prepareDatabase } from './prepared-database';

export default async function setup(): Promise<void> {
  await ensureBuilt();
  prepareDatabase();
}
