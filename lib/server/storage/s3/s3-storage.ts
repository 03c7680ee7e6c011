import 'server-only';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import type { Storage } from '../port';
import { storeInSteps } from '../store-in-steps';
import { Bucket, fileKey } from './bucket';
import { BucketRows } from './bucket-rows';
import type { BucketSettings } from './bucket-settings';
import { MemoryBudget } from './budget';
import type { BucketDeps } from './deps';
import { type RetryPolicy, translateBucketErrors, retryPolicy as usual } from './errors';
import { finishFile } from './finish-file';
import { listFiles, listLeftovers } from './listing';
import { openUpload } from './open-upload';
import { readBucketFile } from './read-object';
import { probeBucket } from './self-test';

const budgetBytes = 256 * 1024 * 1024;

const linkSeconds = 60;

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

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, maxBytes) => translateBucketErrors(() => openUpload(deps, id, offset, maxBytes)),
    finish: (id, sizeBytes) => translateBucketErrors(() => finishFile(deps, id, sizeBytes)),
  };
  return {
    ...steps,
    storeWhole: (id, chunks) => storeInSteps(steps, id, chunks),
    read: (id, range) => readBucketFile(bucket, fileKey(id), range),
    link: (id, presented) => bucket.signedLink(fileKey(id), linkSeconds, presented),
    remove: (id) => translateBucketErrors(() => removeFile(deps, id)),
    probe: () => probeBucket(bucket),
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
