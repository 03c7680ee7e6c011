import 'server-only';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import { bookIn } from './s3/book';
import { openBucket } from './s3/bucket';
import { MemoryBudget } from './s3/budget';
import type { BucketSettings } from './s3/client';
import type { Desk } from './s3/desk';
import { translated } from './s3/errors';
import { finishFile } from './s3/finish-file';
import { fileKey } from './s3/keys';
import { listFiles, listLeftovers } from './s3/listing';
import { openUpload } from './s3/open-upload';
import { probeBucket } from './s3/probe';
import { readFile } from './s3/read-file';
import { type Patience, patience as usual } from './s3/retry';
import type { Storage } from './storage';
import { storeInSteps } from './store-in-steps';

/** What all uploads of a process may have in memory together. */
const budgetBytes = 256 * 1024 * 1024;

/** Long enough to begin; a download that has begun goes on. */
const linkSeconds = 60;

type Terms = { patience?: Patience; memoryBytes?: number };

/** Files as objects of a bucket, and what is on its way there as rows beside it. */
export function bucketStorage(settings: BucketSettings, db: PrismaClient, terms: Terms = {}): Storage {
  const { patience = usual, memoryBytes = budgetBytes } = terms;
  const bucket = openBucket(settings, patience);
  const desk: Desk = { bucket, book: bookIn(db), budget: new MemoryBudget(memoryBytes), seen: new Map() };

  const steps: Pick<Storage, 'openWriter' | 'finish'> = {
    openWriter: (id, offset, maxBytes) => translated(() => openUpload(desk, id, offset, maxBytes)),
    finish: (id, sizeBytes) => translated(() => finishFile(desk, id, sizeBytes)),
  };
  return {
    ...steps,
    storeWhole: (id, batch) => storeInSteps(steps, id, batch),
    read: (id, range) => readFile(bucket, fileKey(id), range),
    link: (id, presented) => bucket.link(fileKey(id), linkSeconds, presented),
    remove: (id) => translated(() => removeFile(desk, id)),
    probe: () => probeBucket(bucket),
    list: () => listFiles(bucket),
    leftovers: (before) => listLeftovers(desk, before),
  };
}

async function removeFile({ bucket, book, seen }: Desk, fileId: string): Promise<void> {
  const key = fileKey(fileId);
  seen.delete(fileId);
  const entry = await book.read(fileId);
  if (entry?.uploadId) await bucket.abort(key, entry.uploadId);
  for (const tail of entry?.tails ?? []) await bucket.remove(tail.key);
  await bucket.remove(key);
  if (entry) await book.forget(fileId);
}
