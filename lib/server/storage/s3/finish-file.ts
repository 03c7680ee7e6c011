import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Bucket } from './bucket';
import { fileKey } from './bucket';
import type { StoredBucketPart, StoredUpload } from './bucket-rows';
import type { BucketDeps } from './deps';
import { expiredIfDropped, failureOf } from './errors';
import { bodyOf, coveringTails } from './segment';

export async function finishFile(deps: BucketDeps, fileId: string, sizeBytes: number): Promise<void> {
  const { bucket, rows, wholeObjectBytes } = deps;
  const putBytes = wholeObjectBytes.get(fileId);
  wholeObjectBytes.delete(fileId);
  if (putBytes === sizeBytes) return;
  if (sizeBytes === 0) {
    await bucket.put(fileKey(fileId), bodyOf(bucket, []));
    return;
  }
  const stored = await rows.read(fileId);
  if (!stored || !(await joinParts(bucket, fileId, sizeBytes, stored)))
    await checkWhole(bucket, fileId, sizeBytes);
  if (!stored) return;
  for (const { key } of stored.tails) await bucket.remove(key);
  await rows.remove(fileId);
}

async function joinParts(
  bucket: Bucket,
  fileId: string,
  sizeBytes: number,
  stored: StoredUpload,
): Promise<boolean> {
  const parts = consecutiveParts(stored, sizeBytes);
  if (parts.length === 0 && sizeBytes <= stored.partBytes) return putTails(bucket, fileId, sizeBytes, stored);
  const { uploadId, tails } = stored;
  const joined = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const rest = coveringTails(tails, joined, sizeBytes);
  if (!uploadId || !rest) return false;
  const key = fileKey(fileId);
  try {
    if (rest.length > 0) {
      const number = parts.length + 1;
      const etag = await bucket.putPart(key, uploadId, number, bodyOf(bucket, rest));
      parts.push({ number, etag, sizeBytes: sizeBytes - joined });
    }
    await bucket.completeMultipart(key, uploadId, parts);
    return true;
  } catch (error) {
    // Already joined, by a process that ended before it could report it, or by a call whose answer was lost.
    const isGone = failureOf(error).code === 'NoSuchUpload';
    if (isGone && (await bucket.sizeOf(key)) === sizeBytes) return false;
    throw expiredIfDropped(error, fileId);
  }
}

async function putTails(
  bucket: Bucket,
  fileId: string,
  sizeBytes: number,
  { uploadId, tails }: StoredUpload,
) {
  const key = fileKey(fileId);
  const segments = coveringTails(tails, 0, sizeBytes);
  const isWhole = (await bucket.sizeOf(key)) === sizeBytes;
  if (!isWhole && !segments) return false;
  if (!isWhole && segments) await bucket.put(key, bodyOf(bucket, segments));
  if (uploadId) await bucket.abortMultipart(key, uploadId);
  return true;
}

function consecutiveParts({ parts, partBytes }: StoredUpload, sizeBytes: number): StoredBucketPart[] {
  const found: StoredBucketPart[] = [];
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
