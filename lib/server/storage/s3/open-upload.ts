import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { StoredUpload } from './bucket-rows';
import type { BucketDeps } from './deps';
import { fileKey } from './keys';
import { LazyUpload } from './lazy-upload';
import { mergeTails } from './merge-tails';
import { partBytesFor } from './part-size';
import { chain } from './stretch';
import { BucketWriter } from './writer';

/** Opens a file from its start, which costs nothing, or from where its acknowledged bytes end. */
export async function openUpload(deps: BucketDeps, fileId: string, offset: number, maxBytes: number) {
  fileKey(fileId); // refuses ids that none of ours looks like
  if (offset === 0) {
    const fresh = new LazyUpload(deps, fileId, null, partBytesFor(maxBytes));
    return new BucketWriter(fresh, deps.budget, { offset, maxBytes, stretches: [] });
  }
  const opened = await deps.rows.reopen(fileId);
  const stored = opened && (await deps.rows.read(fileId));
  if (!opened || !stored) throw missing(fileId, offset);
  const full = Math.floor(offset / opened.partBytes);
  const stretches = holdsParts(stored, full) && chain(stored.tails, full * opened.partBytes, offset);
  if (!stretches) throw missing(fileId, offset);
  await dropOldTails(deps, fileId, stored, full * opened.partBytes);
  const upload = new LazyUpload(deps, fileId, opened, opened.partBytes);
  const start = { offset, maxBytes, stretches: await mergeTails(deps, upload, stretches) };
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
