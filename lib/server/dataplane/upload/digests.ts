import 'server-only';
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Checksums of an upload's first bytes, up to where it stands. */
export type Digests = {
  crc32: number;
  /** Null when this process hasn't seen all the bytes; then the file is read once after it is complete. */
  sha256: Hash | null;
};

/**
 * A running sha256 can't be stored, so it is kept here between an upload's requests. It only fits the very offset
 * it was kept at; whatever is lost or dropped is made up for after completion.
 */
const kept = new Map<string, { offset: number; sha256: Hash }>();
const maxKept = 10_000;

export function digestsAt(fileId: string, offset: number, crc: string): Digests {
  const known = kept.get(fileId);
  kept.delete(fileId);
  const sha256 = offset === 0 ? createHash('sha256') : known?.offset === offset ? known.sha256 : null;
  return { crc32: Number.parseInt(crc, 16), sha256 };
}

export function keepDigests(fileId: string, offset: number, { sha256 }: Digests): void {
  if (!sha256) return;
  if (kept.size >= maxKept) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
  kept.set(fileId, { offset, sha256 });
}

export const crcOf = (batch: Buffer[], start: number): number =>
  batch.reduce((crc, chunk) => crc32(chunk, crc), start);

export const hex32 = (crc: number): string => crc.toString(16).padStart(8, '0');
