import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Bucket } from './bucket';
import type { StoredPart, StoredUpload } from './bucket-rows';
import type { BucketDeps } from './deps';
import { droppedIfGone, failureOf } from './errors';
import { fileKey } from './keys';
import { bodyOf, chain } from './segment';

/** Joins what the bucket has of a file. After a crash anywhere in between it ends the same. */
export async function finishFile(deps: BucketDeps, fileId: string, sizeBytes: number): Promise<void> {
  const { bucket, rows, seen } = deps;
  const seenBytes = seen.get(fileId);
  seen.delete(fileId);
  if (seenBytes === sizeBytes) return;
  if (sizeBytes === 0) {
    await bucket.put(fileKey(fileId), bodyOf(bucket, []));
    return;
  }
  const stored = await rows.read(fileId);
  if (!stored || !(await join(bucket, fileId, sizeBytes, stored)))
    await checkWhole(bucket, fileId, sizeBytes);
  if (!stored) return;
  for (const { key } of stored.tails) await bucket.remove(key);
  await rows.remove(fileId);
}

/** False when there is nothing to join; then the file is whole already, or it isn't there. */
async function join(
  bucket: Bucket,
  fileId: string,
  sizeBytes: number,
  stored: StoredUpload,
): Promise<boolean> {
  const parts = consecutive(stored, sizeBytes);
  if (parts.length === 0 && sizeBytes <= stored.partBytes) return putTails(bucket, fileId, sizeBytes, stored);
  const { uploadId, tails } = stored;
  const joined = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const rest = chain(tails, joined, sizeBytes);
  if (!uploadId || !rest) return false;
  const key = fileKey(fileId);
  try {
    if (rest.length > 0) {
      const number = parts.length + 1;
      const etag = await bucket.putPart(key, uploadId, number, bodyOf(bucket, rest));
      parts.push({ number, etag, sizeBytes: sizeBytes - joined });
    }
    await bucket.complete(key, uploadId, parts);
    return true;
  } catch (error) {
    // Joined before, by a process that ended before it could say so, or by a call whose answer got lost.
    const isGone = failureOf(error).code === 'NoSuchUpload';
    if (isGone && (await bucket.sizeOf(key)) === sizeBytes) return false;
    throw droppedIfGone(error, fileId);
  }
}

/** A file that fits into one part and came in several requests, or without saying how long it would be. */
async function putTails(
  bucket: Bucket,
  fileId: string,
  sizeBytes: number,
  { uploadId, tails }: StoredUpload,
) {
  const key = fileKey(fileId);
  const segments = chain(tails, 0, sizeBytes);
  const isWhole = (await bucket.sizeOf(key)) === sizeBytes;
  if (!isWhole && !segments) return false;
  if (!isWhole && segments) await bucket.put(key, bodyOf(bucket, segments));
  if (uploadId) await bucket.abort(key, uploadId);
  return true;
}

/** The parts from the first on as far as none is missing; only the file's last one may be smaller than the others. */
function consecutive({ parts, partBytes }: StoredUpload, sizeBytes: number): StoredPart[] {
  const found: StoredPart[] = [];
  for (let position = 0; position < sizeBytes; ) {
    const part = parts.find(({ number }) => number === found.length + 1);
    if (!part || part.sizeBytes !== Math.min(partBytes, sizeBytes - position)) break;
    found.push(part);
    position += part.sizeBytes;
  }
  return found;
}

async function checkWhole(bucket: Bucket, fileId: string, sizeBytes: number): Promise<void> {
  const stored = await bucket.sizeOf(fileKey(fileId));
  if (stored === sizeBytes) return;
  const cause = new Error(`${fileKey(fileId)} has ${stored ?? 'no'} bytes, ${sizeBytes} were acknowledged`);
  throw new AppError('server.unavailable', {}, { cause });
}
