import 'server-only';
import type { Context } from '@/lib/server/context';

const ageMs = 3_600_000;

/** Deletes what a dead process had started in a bucket and not recorded. */
export async function removeLeftovers({ storage, now }: Context): Promise<number> {
  let removed = 0;
  for await (const leftover of storage.leftovers(new Date(now.getTime() - ageMs))) {
    await leftover.remove();
    removed++;
  }
  return removed;
}
