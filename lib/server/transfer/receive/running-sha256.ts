import 'server-only';
import { createHash } from 'node:crypto';
import { lazyThread } from '@/lib/server/thread';
import { crcOf } from '../crc32';

/** A sha256 that grows with its upload. */
export type RunningSha256 = {
  /** Takes chunks in, which may not be written to until this resolves with the crc32 of it after `crc32`. */
  update: (chunks: Buffer[], crc32: number) => Promise<number> | number;
  digest: () => Promise<string>;
  /** It won't be asked any more. */
  drop: () => void;
};

/** Below this, waking another thread takes longer than the sum itself. */
const threadedBytes = 1024 * 1024;

/** @param sizeBytes of the whole file; null when nobody knows */
export const startSha256 = (sizeBytes: number | null): RunningSha256 =>
  sizeBytes === null || sizeBytes >= threadedBytes ? startThreadedSha256() : sha256Here();

function sha256Here(): RunningSha256 {
  const hash = createHash('sha256');
  return {
    update: (chunks, crc32) => {
      for (const chunk of chunks) hash.update(chunk);
      return crcOf(chunks, crc32);
    },
    digest: async () => hash.digest('hex'),
    drop: () => undefined,
  };
}

const hashingThread = lazyThread('lib/server/transfer/receive/hash-worker.mjs');

let lastSum = 0;

/** A sha256 in the process's thread for checksums. When the thread dies its sums fail: files are read for them later. */
function startThreadedSha256(): RunningSha256 {
  const thread = hashingThread(); // a new one knows nothing of what this one has seen
  lastSum++;
  const sum = lastSum;
  return {
    update: (chunks, crc32) => thread.call<number>({ sum, chunks, crc32 }),
    digest: () => thread.call<string>({ sum }),
    drop: () => thread.tell({ drop: sum }),
  };
}
