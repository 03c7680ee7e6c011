import fs from 'node:fs';
import { headerBytes, sealedPosition } from '@/lib/domain/sealed/layout';
import type { ReadBytes, SealedSource } from '@/lib/domain/sealed/seal';
import { ChangedFileError } from '@/lib/domain/sealed/sealed-tags';
import { Failure } from '../failure';

const changed = 'It has changed while it was read. Run the same command again.';

/** @param isSame sees the file after each read: records of another content must not get the same nonce */
export const bytesOf =
  (place: string | Buffer, isSame: (stats: fs.Stats) => boolean = () => true): ReadBytes =>
  async (start, end) => {
    const handle = await fs.promises.open(place);
    try {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      if (!isSame(await handle.stat()) || bytesRead < bytes.length) throw new Failure(changed);
      return bytes;
    } finally {
      await handle.close();
    }
  };

const stepBytes = sealedPosition(16) - headerBytes;

/** About a MiB at a time, between the same records wherever it begins. @param onChange the file isn't what was sealed */
export async function* slicesOf(source: SealedSource, start: number, end: number, onChange = () => {}) {
  for (let at = start; at < end; ) {
    const next = Math.min(end, at - ((at - headerBytes) % stepBytes) + stepBytes);
    yield await source.slice(at, next).catch((error: unknown) => {
      if (!(error instanceof ChangedFileError)) throw error;
      onChange();
      throw new Failure(changed);
    });
    at = next;
  }
}
