import 'server-only';
import type { FileHandle } from 'node:fs/promises';
import { Thread } from '@/lib/server/thread';

const script = 'lib/server/storage/batch-worker.mjs';

/** The page cache takes a batch in a fraction of this. What takes longer waits for a disk, which works better for several. */
const slowMs = 5;

type Written = { taken: number; ms: number };

let running: Thread | null = null;
let waiting = 0;
/** When the thread last answered, or began to work after a rest. */
let sinceMs = 0;
/** How long the last batch took, waiting for others not counted. */
let lastMs = 0;

/** The process's thread for batches, started with the first one; one that died is followed by a new one. */
function batchThread(): Thread {
  running ??= new Thread(script, () => {
    running = null;
  });
  return running;
}

/**
 * Writes a batch. Memory takes one at a time for all uploads: four at once leave no processor to anybody else, and are no
 * faster. Where others wait for a slow disk, it goes the usual way beside them, as does what the thread couldn't see
 * without a copy. The file has to stay open until this settles.
 * @returns how many bytes were taken
 */
export async function writeBatch(file: FileHandle, batch: Buffer[], position: number): Promise<number> {
  const isSlow = waiting > 0 && Math.max(lastMs, performance.now() - sinceMs) > slowMs;
  if (isSlow || !batch.every(isShared)) return writeBeside(file, batch, position);
  if (waiting === 0) sinceMs = performance.now();
  waiting++;
  try {
    const { taken, ms } = await batchThread().call<Written>({ file: file.fd, batch, position });
    lastMs = ms;
    return taken;
  } catch (error) {
    // Not the disk's doing: there is no thread, and the same bytes in the same place do no harm.
    if ((error as NodeJS.ErrnoException).syscall === undefined) return writeBeside(file, batch, position);
    throw error;
  } finally {
    waiting--;
    sinceMs = performance.now();
  }
}

async function writeBeside(file: FileHandle, batch: Buffer[], position: number): Promise<number> {
  const began = performance.now();
  const { bytesWritten } = await file.writev(batch, position);
  lastMs = performance.now() - began;
  return bytesWritten;
}

const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;
