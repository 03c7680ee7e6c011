import 'server-only';
import type { FileHandle } from 'node:fs/promises';
import { lazyThread } from '@/lib/server/thread';

const writeThread = lazyThread('lib/server/storage/workers/write-worker.mjs');

/** The page cache takes a write buffer in a fraction of this. What takes longer waits for a disk, which does better with several at once. */
const slowMs = 5;

type Written = { taken: number; ms: number };

let waiting = 0;
/** When the thread last answered, or began to work after a rest. */
let sinceMs = 0;
/** How long the last write took, waiting for others not counted. */
let lastMs = 0;

/**
 * Writes chunks. Into memory, one at a time for all uploads: four at once are no faster, and leave no processor to
 * anybody else. While others wait for a slow disk it is written beside them, by Node's own threads, and so is what
 * isn't in shared memory, which this thread could only see as a copy. The file has to stay open until this settles.
 * @returns how many bytes were taken, which may be fewer than all
 */
export async function writeChunks(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const isSlow = waiting > 0 && Math.max(lastMs, performance.now() - sinceMs) > slowMs;
  if (isSlow || !chunks.every(isShared)) return writeBeside(file, chunks, position);
  if (waiting === 0) sinceMs = performance.now();
  waiting++;
  try {
    const { taken, ms } = await writeThread().call<Written>({ file: file.fd, chunks, position });
    lastMs = ms;
    return taken;
  } catch (error) {
    // Not the disk's failure: the thread is gone. It may have written already; the same bytes in the same place do no harm.
    if ((error as NodeJS.ErrnoException).syscall === undefined) return writeBeside(file, chunks, position);
    throw error;
  } finally {
    waiting--;
    sinceMs = performance.now();
  }
}

async function writeBeside(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const began = performance.now();
  const { bytesWritten } = await file.writev(chunks, position);
  lastMs = performance.now() - began;
  return bytesWritten;
}

const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;
