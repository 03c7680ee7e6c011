import 'server-only';
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/contract/errors';
import { systemName } from '@/lib/server/plain-error';
import type { FileWriter } from '../port';

/** @param checkFolder runs before a missing folder is created, which may be the wrong one */
export async function openIncoming(
  file: string,
  offset: number,
  checkFolder: () => Promise<void>,
): Promise<FileHandle> {
  if (offset === 0) return openOrCreate(file, checkFolder);
  const handle = await fs.open(file, 'r+');
  const { size } = await handle.stat();
  if (size >= offset) return handle;
  await handle.close();
  throw new AppError('server.unavailable', {}, { cause: new Error(`${file}: ${size} of ${offset} bytes`) });
}

async function openOrCreate(file: string, checkFolder: () => Promise<void>): Promise<FileHandle> {
  const open = () => fs.open(file, constants.O_CREAT | constants.O_RDWR, 0o600);
  return open().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await checkFolder();
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return open();
  });
}

/** @param start position of the file's first byte in the whole upload */
export function diskWriter(
  file: FileHandle,
  { offset, start = 0 }: { offset: number; start?: number },
): FileWriter {
  let written = offset;
  let isBroken = false;
  let writing: Promise<unknown> = Promise.resolve();
  /** Linux reports lost bytes once and lets the next sync succeed, so one failure is final. */
  const sync = () =>
    translateSystemErrors(async () => {
      if (isBroken) throw new AppError('server.unavailable');
      await file.datasync().catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    });
  return {
    partBytes: null,
    write: (chunks, position) =>
      translateSystemErrors(async () => {
        const write = writeChunks(file, chunks, position - start);
        writing = Promise.allSettled([writing, write]).then(() => undefined);
        const taken = await write;
        written = position + taken;
        return taken;
      }),
    durableOffset: async () => {
      const reached = written;
      await sync();
      return reached;
    },
    sync,
    // A closed descriptor may be given to another file, and a running write would end up there.
    close: async () => {
      await writing;
      await file.close();
    },
  };
}

const refusals: Record<string, 'storage.full' | 'storage.fileTooLarge'> = {
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
  EFBIG: 'storage.fileTooLarge',
};

/**
 * Reports system errors as `server.unavailable`, because they may pass. Full disks, used up quotas (`EDQUOT`) and
 * files that are too large have codes of their own.
 */
export async function translateSystemErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    const code = refusals[systemName(error) ?? ''] ?? 'server.unavailable';
    throw new AppError(code, {}, { cause: error });
  }
}

/** The page cache takes less. Slower writes wait for a disk, which handles several at once better. */
const slowMs = 5;

let running = 0;
let sinceMs = 0;
let lastMs = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Writes chunks of all uploads one after the other: four at once are no faster and starve other work. On slow disks
 * none waits for another. The file must stay open until this settles.
 * @returns the number of bytes written
 */
export function writeChunks(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const isSlow = running > 0 && Math.max(lastMs, performance.now() - sinceMs) > slowMs;
  if (isSlow) return writeNow(file, chunks, position);
  const writing = last.then(() => writeNow(file, chunks, position));
  last = writing.catch(() => undefined);
  return writing;
}

async function writeNow(file: FileHandle, chunks: Buffer[], position: number): Promise<number> {
  const beganMs = performance.now();
  if (running === 0) sinceMs = beganMs;
  running++;
  try {
    const { bytesWritten } = await file.writev(chunks, position);
    return bytesWritten;
  } finally {
    running--;
    [sinceMs, lastMs] = [performance.now(), performance.now() - beganMs];
  }
}
