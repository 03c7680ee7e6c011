import 'server-only';
import type { FileHandle } from 'node:fs/promises';
import { lazyThread } from '@/lib/server/thread';

const writeThread = lazyThread('lib/server/storage/workers/write-worker.mjs');

/** The page cache takes less. Slower writes wait for a disk, which handles several at once better. */
const slowMs = 5;

let waiting = 0;
let sinceMs = 0;
let lastMs = 0;

/**
 * Writes chunks by one thread for all uploads: four are no faster and starve other work. Uses Node's pool for slow
 * disks and unshared memory. The file must stay open until this settles.
 * @returns the number of bytes written
 */
export async function writeChunks(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const isSlow = waiting > 0 && Math.max(lastMs, performance.now() - sinceMs) > slowMs;
  if (isSlow || !chunks.every(isShared)) return writeDirectly(file, chunks, position);
  if (waiting === 0) sinceMs = performance.now();
  waiting++;
  try {
    const { taken, ms } = await writeThread().call<{ taken: number; ms: number }>({
      file: file.fd,
      chunks,
      position,
    });
    lastMs = ms;
    return taken;
  } catch (error) {
    // The thread failed, not the disk. Writing the same bytes twice is harmless.
    if ((error as NodeJS.ErrnoException).syscall === undefined) return writeDirectly(file, chunks, position);
    throw error;
  } finally {
    waiting--;
    sinceMs = performance.now();
  }
}

async function writeDirectly(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const began = performance.now();
  const { bytesWritten } = await file.writev(chunks, position);
  lastMs = performance.now() - began;
  return bytesWritten;
}

const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;
