import 'server-only';
import type { FileHandle } from 'node:fs/promises';
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
