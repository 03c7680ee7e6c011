import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import { type RunningSha256, startSha256 } from './running-sha256';

/** Checksums of an upload's first bytes, up to where it stands. */
export type Digests = {
  crc32: number;
  /** Null when this process hasn't seen all the bytes; then the file is read once after it is complete. */
  sha256: RunningSha256 | null;
};

/**
 * A running sha256 can't be stored, so it is kept here between an upload's requests. It only fits the very offset
 * it was kept at; whatever is lost or dropped is made up for after completion.
 */
const kept = new BoundedMap<string, { offset: number; sha256: RunningSha256 }>(10_000, ({ sha256 }) =>
  sha256.drop(),
);

export type Begun = { id: string; offset: number; crc32: string; sizeBytes: number };

export function digestsAt({ id, offset, crc32, sizeBytes }: Begun): Digests {
  const known = kept.get(id);
  kept.delete(id);
  const crc = Number.parseInt(crc32, 16);
  if (known?.offset === offset) return { crc32: crc, sha256: known.sha256 };
  known?.sha256.drop();
  return { crc32: crc, sha256: offset === 0 ? startSha256(sizeBytes) : null };
}

export function keepDigests(fileId: string, offset: number, { sha256 }: Digests): void {
  if (!sha256) return;
  kept.set(fileId, { offset, sha256 });
}

/** From now on this process doesn't know the sum: what computes it has seen bytes that don't count, or is gone. */
export function loseSha(digests: Digests): void {
  digests.sha256?.drop();
  digests.sha256 = null;
}

/** The sum of all bytes, null when it was lost. */
export async function finalSha({ sha256 }: Digests): Promise<string | null> {
  return (await sha256?.digest().catch(() => null)) ?? null;
}
