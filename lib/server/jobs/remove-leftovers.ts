import 'server-only';
import type { Context } from '@/lib/server/context';

/** Longer than it takes from beginning something in a bucket to noting it. */
const ageMs = 3_600_000;

/** Takes off storage what a process that died had begun and not noted yet; a disk has nothing of the kind. */
export async function removeLeftovers({ storage, now }: Context): Promise<number> {
  let removed = 0;
  for await (const leftover of storage.leftovers(new Date(now.getTime() - ageMs))) {
    await leftover.remove();
    removed++;
  }
  return removed;
}
