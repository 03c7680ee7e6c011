import 'server-only';
import { lazyThread } from '@/lib/server/thread';
import type { RunningSha256 } from './running-sha256';

const hashingThread = lazyThread('lib/server/transfer/tus/hash-worker.mjs');

let lastSum = 0;

/** A sha256 in the process's thread for checksums. When the thread dies its sums fail: files are read for them later. */
export function startThreadedSha256(): RunningSha256 {
  const thread = hashingThread(); // a new one knows nothing of what this one has seen
  lastSum++;
  const sum = lastSum;
  return {
    update: (batch, crc32) => thread.call<number>({ sum, batch, crc32 }),
    digest: () => thread.call<string>({ sum }),
    drop: () => thread.tell({ drop: sum }),
  };
}
