import 'server-only';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import type { Storage } from '../port';
import { storeInSteps } from '../store-in-steps';
import type { BucketSettings } from './bucket';
import { Bucket } from './bucket';
import { BucketRows } from './bucket-rows';
import { MemoryBudget } from './budget';
import type { BucketDeps } from './deps';
import { type RetryPolicy, translated, retryPolicy as usual } from './errors';
import { finishFile } from './finish-file';
import { fileKey } from './keys';
import { listFiles, listLeftovers } from './listing';
import { openUpload } from './open-upload';
import { readFile } from './read-object';
import { probeBucket } from './self-test';

/** What all uploads of a process may have in memory together. */
const budgetBytes = 256 * 1024 * 1024;

/** Long enough to begin; a download that has begun goes on. */
const linkSeconds = 60;

type Options = { retryPolicy?: RetryPolicy; memoryBytes?: number };

/** Files as objects of a bucket, and what is on its way there as rows beside it. */
export function bucketStorage(settings: BucketSettings, db: PrismaClient, options: Options = {}): Storage {
  const { retryPolicy = usual, memoryBytes = budgetBytes } = options;
  const bucket = new Bucket(settings, retryPolicy);
  const budget = new MemoryBudget(memoryBytes);
  const deps: BucketDeps = { bucket, rows: new BucketRows(db), budget, seen: new Map() };

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, maxBytes) => translated(() => openUpload(deps, id, offset, maxBytes)),
    finish: (id, sizeBytes) => translated(() => finishFile(deps, id, sizeBytes)),
  };
  return {
    ...steps,
    storeWhole: (id, chunks) => storeInSteps(steps, id, chunks),
    read: (id, range) => readFile(bucket, fileKey(id), range),
    link: (id, presented) => bucket.link(fileKey(id), linkSeconds, presented),
    remove: (id) => translated(() => removeFile(deps, id)),
    probe: () => probeBucket(bucket),
    list: () => listFiles(bucket),
    leftovers: (before) => listLeftovers(deps, before),
  };
}

async function removeFile({ bucket, rows, seen }: BucketDeps, fileId: string): Promise<void> {
  const key = fileKey(fileId);
  seen.delete(fileId);
  const stored = await rows.read(fileId);
  if (stored?.uploadId) await bucket.abort(key, stored.uploadId);
  for (const tail of stored?.tails ?? []) await bucket.remove(tail.key);
  await bucket.remove(key);
  if (stored) await rows.remove(fileId);
}
