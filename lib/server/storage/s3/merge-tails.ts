import 'server-only';
import type { BucketDeps } from './deps';
import type { LazyUpload } from './lazy-upload';
import type { Stretch } from './stretch';

/** At this many tails of one level they become one of the next. */
const maxPerLevel = 8;

/** Tails of one level differ by less than this factor in size. */
const levelOf = ({ sizeBytes }: Stretch): number => Math.floor(Math.log2(sizeBytes) / Math.log2(maxPerLevel));

/** How many of the last tails are to become one; 0 for none. */
export function mergeable(stretches: Stretch[]): number {
  const last = stretches.at(-1);
  if (!last) return 0;
  const other = stretches.findLastIndex((stretch) => levelOf(stretch) > levelOf(last));
  const run = stretches.length - 1 - other;
  return run >= maxPerLevel ? run : 0;
}

/**
 * Keeps the tails of a part few, however small the requests that bring it: all of them have to be read once it is full.
 * Merged by levels, each byte is sent again a few times at most. Breaking off anywhere loses nothing: until the new tail
 * has its row the old ones count, and afterwards nobody looks at them.
 */
export async function mergeTails(
  deps: BucketDeps,
  upload: LazyUpload,
  stretches: Stretch[],
): Promise<Stretch[]> {
  const count = mergeable(stretches);
  const [first] = stretches.slice(-count);
  if (count === 0 || !first) return stretches;
  const old = stretches.slice(-count);
  const sizeBytes = old.reduce((sum, stretch) => sum + stretch.sizeBytes, 0);
  const key = await upload.putTail(first.position, old);
  const merged = [...stretches.slice(0, -count), { position: first.position, sizeBytes, source: { key } }];
  await Promise.all(old.map((stretch) => drop(deps, upload.fileId, stretch)));
  return mergeTails(deps, upload, merged);
}

async function drop({ bucket, rows }: BucketDeps, fileId: string, { source }: Stretch): Promise<void> {
  if (Array.isArray(source)) return;
  await rows.removeTail(fileId, source.key);
  await bucket.remove(source.key);
}
