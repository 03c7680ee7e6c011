import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';
import { type Storage, type StoredSums, storeInSteps } from '../port';
import { Bucket, fileKey } from './bucket';
import { BucketRows, type StoredBucketPart, type StoredUpload } from './bucket-rows';
import { directUploads, readBack } from './direct-uploads';
import {
  expiredIfDropped,
  failureOf,
  type RetryPolicy,
  translateBucketErrors,
  retryPolicy as usual,
} from './errors';
import type { BucketDeps } from './lazy-upload';
import { listFiles, listLeftovers } from './listing';
import { openUpload } from './open-upload';
import { MemoryBudget } from './part-memory';
import type { BucketSettings } from './part-store';
import { readBucketFile } from './read-object';
import { bodyOf, coveringTails } from './segment';
import { probeBucket } from './self-test';

const budgetBytes = 256 * 1024 * 1024;

const linkSeconds = 60;

/** A bundle has hundreds of small files at once, and services slow down those who ask for so many. */
export const smallObjectsAtOnce = 16;

type BucketOptions = { retryPolicy?: RetryPolicy; memoryBytes?: number };

export function bucketStorage(
  settings: BucketSettings,
  db: PrismaClient,
  options: BucketOptions = {},
): Storage {
  const { retryPolicy = usual, memoryBytes = budgetBytes } = options;
  const bucket = new Bucket(settings, retryPolicy);
  const budget = new MemoryBudget(memoryBytes);
  const deps: BucketDeps = { bucket, rows: new BucketRows(db), budget, wholeObjectBytes: new Map() };

  const turns = new FairTurns({ running: smallObjectsAtOnce, waiting: Number.POSITIVE_INFINITY });

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, maxBytes) => translateBucketErrors(() => openUpload(deps, id, offset, maxBytes)),
    finish: (id, sizeBytes, _generation, isOver) =>
      translateBucketErrors(() => finishFile(deps, id, sizeBytes, isOver)),
  };
  return {
    ...steps,
    direct: directUploads(deps),
    storeWhole: (id, chunks) => turns.run('all', () => storeInSteps(steps, id, chunks)),
    read: (id, range) => readBucketFile(bucket, fileKey(id), range),
    link: (id, presented) => bucket.signedLink(fileKey(id), linkSeconds, presented),
    remove: (id) => translateBucketErrors(() => removeFile(deps, id)),
    probe: () => translateBucketErrors(() => probeBucket(bucket)),
    list: () => listFiles(bucket),
    leftovers: (before) => listLeftovers(deps, before),
  };
}

async function removeFile({ bucket, rows, wholeObjectBytes }: BucketDeps, fileId: string): Promise<void> {
  const key = fileKey(fileId);
  wholeObjectBytes.delete(fileId);
  const stored = await rows.read(fileId);
  if (stored?.uploadId) await bucket.abortMultipart(key, stored.uploadId);
  for (const tail of stored?.tails ?? []) await bucket.remove(tail.key);
  await bucket.remove(key);
  if (stored) await rows.remove(fileId);
}

async function finishFile(
  deps: BucketDeps,
  fileId: string,
  sizeBytes: number,
  isOver?: () => boolean,
): Promise<StoredSums | undefined> {
  const { bucket, rows, wholeObjectBytes } = deps;
  const putBytes = wholeObjectBytes.get(fileId);
  wholeObjectBytes.delete(fileId);
  if (putBytes === sizeBytes) return undefined;
  if (sizeBytes === 0) {
    await bucket.put(fileKey(fileId), bodyOf(bucket, []));
    return undefined;
  }
  const stored = await rows.read(fileId);
  if (stored?.isDirect) return readBack(deps, fileId, { ...stored, sizeBytes }, isOver);
  if (!stored || !(await joinParts(bucket, fileId, sizeBytes, stored)))
    await checkWhole(bucket, fileId, sizeBytes);
  if (!stored) return undefined;
  for (const { key } of stored.tails) await bucket.removeIfAllowed(key);
  await rows.remove(fileId);
  return undefined;
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
