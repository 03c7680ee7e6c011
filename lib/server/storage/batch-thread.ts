import 'server-only';
import type { FileHandle } from 'node:fs/promises';
import { Thread } from '@/lib/server/thread';

const script = 'lib/server/storage/batch-worker.mjs';

/** Memory takes a fraction of a millisecond. A disk that takes longer than this does better with several at once. */
const slowMs = 50;

let running: Thread | null = null;
let waiting = 0;
/** When the thread last answered, or began to work after a rest. */
let sinceMs = 0;

/** The process's thread for batches, started with the first one; one that died is followed by a new one. */
function batchThread(): Thread {
  running ??= new Thread(script, () => {
    running = null;
  });
  return running;
}

/**
 * Writes a batch, one at a time for all uploads: four at once leave no processor to anybody else, and are no faster.
 * The file has to stay open until this settles. What the thread couldn't see without a copy, and what would wait for a
 * slow disk, goes the usual way.
 * @returns how many bytes were taken
 */
export async function writeBatch(file: FileHandle, batch: Buffer[], position: number): Promise<number> {
  const isKeptWaiting = waiting > 0 && performance.now() - sinceMs > slowMs;
  if (isKeptWaiting || !batch.every(isShared)) return (await file.writev(batch, position)).bytesWritten;
  if (waiting === 0) sinceMs = performance.now();
  waiting++;
  try {
    return await batchThread().call<number>({ file: file.fd, batch, position });
  } finally {
    waiting--;
    sinceMs = performance.now();
  }
}

const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;
