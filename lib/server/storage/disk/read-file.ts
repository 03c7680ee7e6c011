import 'server-only';
import fs, { type FileHandle } from 'node:fs/promises';
import { AppError } from '@/lib/contract/errors';
import type { ByteRange } from '../port';

const bufferBytes = 256 * 1024;

/**
 * Reads through two alternating buffers, so that one fills while the other is sent. The consumer must be done with a
 * buffer before it requests the next.
 */
export async function* readRange(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const length = Math.min(bufferBytes, end - start + 1);
  if (length <= end - start) await checkSize(file, end); // a range of one buffer fails by itself
  let filling = Buffer.allocUnsafeSlow(length);
  let free = end - start < length ? filling : Buffer.allocUnsafeSlow(length);
  let position = start;
  const fill = (buffer: Buffer) => {
    if (position > end) return null;
    const reading = file.read(buffer, 0, Math.min(length, end - position + 1), position);
    reading.catch(() => undefined); // thrown where it is awaited, which a slow consumer does late
    return reading;
  };

  let pending = fill(filling);
  try {
    while (pending) {
      const { bytesRead } = await pending;
      if (bytesRead < Math.min(length, end - position + 1)) await checkSize(file, end);
      position += bytesRead;
      const full = filling;
      [free, filling] = [full, free];
      pending = fill(filling);
      yield full.subarray(0, bytesRead);
    }
  } finally {
    await pending?.catch(() => undefined); // the handle must stay open during a read
  }
}

async function checkSize(file: FileHandle, end: number): Promise<void> {
  const { size } = await file.stat();
  if (size > end) return;
  const cause = new Error(`A file has ${size} bytes where at least ${end + 1} were stored.`);
  throw new AppError('server.unavailable', {}, { cause });
}

const openMs = 2_000;
const maxOpen = 500;

type CachedHandle = { handle: Promise<FileHandle>; readers: number; sinceMs: number };
type HandleUse = { handle: FileHandle; release: () => Promise<void> };

/**
 * Caches handles of recently read files: opening and closing takes longer than reading a small range. Call `forget`
 * when a file is removed or a read fails, because cached paths aren't looked up again.
 */
export function fileHandleCache() {
  const files = new Map<string, CachedHandle>();
  let sweeping: NodeJS.Timeout | undefined;

  const close = async ({ handle }: CachedHandle): Promise<void> => (await handle).close();

  const sweep = (): void => {
    for (const [file, { sinceMs }] of files) {
      if (performance.now() - sinceMs >= openMs) forget(file);
    }
    if (files.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const open = (file: string): CachedHandle => {
    const opened = { handle: fs.open(file, 'r'), readers: 0, sinceMs: performance.now() };
    if (files.size < maxOpen) files.set(file, opened);
    sweeping ??= setInterval(sweep, openMs / 2);
    sweeping.unref();
    return opened;
  };

  const forget = (file: string): void => {
    const opened = files.get(file);
    files.delete(file);
    if (opened?.readers === 0) close(opened).catch(() => undefined); // nothing was written
  };

  return {
    read: async (file: string): Promise<HandleUse> => {
      const opened = files.get(file) ?? open(file);
      opened.readers += 1;
      const release = async () => {
        opened.readers -= 1;
        if (opened.readers === 0 && files.get(file) !== opened) await close(opened);
      };
      try {
        return { handle: await opened.handle, release };
      } catch (error) {
        if (files.get(file) === opened) files.delete(file);
        throw error;
      }
    },
    forget,
  };
}
