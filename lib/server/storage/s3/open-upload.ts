import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { StoredUpload } from './bucket-rows';
import type { BucketDeps } from './deps';
import { fileKey } from './keys';
import { LazyUpload, partBytesFor } from './lazy-upload';
import { chain, type Segment } from './segment';
import { BucketWriter } from './writer';

/** Opens a file from its start, which costs nothing, or from where its acknowledged bytes end. */
export async function openUpload(deps: BucketDeps, fileId: string, offset: number, maxBytes: number) {
  fileKey(fileId); // refuses ids that none of ours looks like
  if (offset === 0) {
    const fresh = new LazyUpload(deps, fileId, null, partBytesFor(maxBytes));
    return new BucketWriter(fresh, deps.budget, { offset, maxBytes, segments: [] });
  }
  const opened = await deps.rows.reopen(fileId);
  const stored = opened && (await deps.rows.read(fileId));
  if (!opened || !stored) throw missing(fileId, offset);
  const full = Math.floor(offset / opened.partBytes);
  const segments = holdsParts(stored, full) && chain(stored.tails, full * opened.partBytes, offset);
  if (!segments) throw missing(fileId, offset);
  await dropOldTails(deps, fileId, stored, full * opened.partBytes);
  const upload = new LazyUpload(deps, fileId, opened, opened.partBytes);
  const start = { offset, maxBytes, segments: await mergeTails(deps, upload, segments) };
  return new BucketWriter(upload, deps.budget, start);
}

function holdsParts({ parts, partBytes }: StoredUpload, count: number): boolean {
  const whole = parts.filter(({ number, sizeBytes }) => number <= count && sizeBytes === partBytes);
  return whole.length === count;
}

/** Their bytes are in parts by now, and acknowledged as such. */
async function dropOldTails(
  { bucket, rows }: BucketDeps,
  fileId: string,
  { tails }: StoredUpload,
  before: number,
) {
  for (const { key, position, sizeBytes } of tails) {
    if (position + sizeBytes > before) continue;
    await bucket.remove(key);
    await rows.removeTail(fileId, key);
  }
}

function missing(fileId: string, offset: number): AppError {
  const cause = new Error(`The bucket doesn't have the ${offset} bytes of ${fileId} that were acknowledged.`);
  return new AppError('server.unavailable', {}, { cause });
}

/** At this many tails of one level they become one of the next. */
const maxPerLevel = 8;

/** Tails of one level differ by less than this factor in size. */
const levelOf = ({ sizeBytes }: Segment): number => Math.floor(Math.log2(sizeBytes) / Math.log2(maxPerLevel));

/** How many of the last tails are to become one; 0 for none. */
export function mergeable(segments: Segment[]): number {
  const last = segments.at(-1);
  if (!last) return 0;
  const other = segments.findLastIndex((segment) => levelOf(segment) > levelOf(last));
  const run = segments.length - 1 - other;
  return run >= maxPerLevel ? run : 0;
}

/**
 * Keeps the tails of a part few, however small the requests that bring it: all of them have to be read once it is full.
 * Merged by levels, each byte is sent again a few times at most. Breaking off anywhere loses nothing: until the new tail
 * has its row the old ones count, and afterwards nobody looks at them.
 */
async function mergeTails(deps: BucketDeps, upload: LazyUpload, segments: Segment[]): Promise<Segment[]> {
  const count = mergeable(segments);
  const [first] = segments.slice(-count);
  if (count === 0 || !first) return segments;
  const old = segments.slice(-count);
  const sizeBytes = old.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const key = await upload.putTail(first.position, old);
  const merged = [...segments.slice(0, -count), { position: first.position, sizeBytes, source: { key } }];
  await Promise.all(old.map((segment) => drop(deps, upload.fileId, segment)));
  return mergeTails(deps, upload, merged);
}

async function drop({ bucket, rows }: BucketDeps, fileId: string, { source }: Segment): Promise<void> {
  if (Array.isArray(source)) return;
  await rows.removeTail(fileId, source.key);
  await bucket.remove(source.key);
}
