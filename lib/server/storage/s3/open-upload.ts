import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { fileKey } from './bucket';
import type { StoredUpload } from './bucket-rows';
import { type BucketDeps, LazyUpload, partBytesFor } from './lazy-upload';
import { type BodySegment, coveringTails } from './segment';
import { BucketWriter } from './writer';

export async function openUpload(deps: BucketDeps, fileId: string, offset: number, maxBytes: number) {
  fileKey(fileId); // throws for invalid ids
  if (offset === 0) {
    const fresh = new LazyUpload(deps, fileId, null, partBytesFor(maxBytes));
    return new BucketWriter(fresh, deps.budget, { offset, maxBytes, segments: [] });
  }
  const opened = await deps.rows.reopen(fileId);
  const stored = opened && (await deps.rows.read(fileId));
  if (!opened || !stored) throw missing(fileId, offset);
  const full = Math.floor(offset / opened.partBytes);
  const segments = holdsParts(stored, full) && coveringTails(stored.tails, full * opened.partBytes, offset);
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

async function dropOldTails(
  { bucket, rows }: BucketDeps,
  fileId: string,
  { tails }: StoredUpload,
  before: number,
) {
  for (const { key, position, sizeBytes } of tails) {
    if (position + sizeBytes > before) continue;
    await bucket.removeIfAllowed(key);
    await rows.removeTail(fileId, key);
  }
}

function missing(fileId: string, offset: number): AppError {
  const cause = new Error(`The bucket doesn't have the ${offset} bytes of ${fileId} that were acknowledged.`);
  return new AppError('server.unavailable', {}, { cause });
}

const maxPerLevel = 8;

const levelOf = ({ sizeBytes }: BodySegment): number =>
  Math.floor(Math.log2(sizeBytes) / Math.log2(maxPerLevel));

export function mergeableTails(segments: BodySegment[]): number {
  const last = segments.at(-1);
  if (!last) return 0;
  const other = segments.findLastIndex((segment) => levelOf(segment) > levelOf(last));
  const run = segments.length - 1 - other;
  return run >= maxPerLevel ? run : 0;
}

/**
 * Limits the tails of a part, all of which are read once it is full. Merging by levels sends each byte only a few
 * times. Safe to interrupt: the old tails count until the new one has its row.
 */
async function mergeTails(
  deps: BucketDeps,
  upload: LazyUpload,
  segments: BodySegment[],
): Promise<BodySegment[]> {
  const count = mergeableTails(segments);
  const [first] = segments.slice(-count);
  if (count === 0 || !first) return segments;
  const old = segments.slice(-count);
  const sizeBytes = old.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const key = await upload.putTail(first.position, old);
  const merged = [...segments.slice(0, -count), { position: first.position, sizeBytes, source: { key } }];
  await Promise.all(old.map((segment) => drop(deps, upload.fileId, segment)));
  return mergeTails(deps, upload, merged);
}

async function drop({ bucket, rows }: BucketDeps, fileId: string, { source }: BodySegment): Promise<void> {
  if (Array.isArray(source)) return;
  await rows.removeTail(fileId, source.key);
  await bucket.removeIfAllowed(source.key);
}
