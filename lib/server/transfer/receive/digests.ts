import 'server-only';
import { createHash } from 'node:crypto';
import { BoundedMap } from '@/lib/server/bounded-map';
import { lazyThread } from '@/lib/server/thread';
import { crcOf } from '../crc32';

/** Checksums of an upload's first bytes, up to its present offset. */
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

/** A sha256 that grows with its upload. */
type RunningSha256 = {
  /** Takes chunks in, which may not be written to until this resolves with the crc32 of it after `crc32`. */
  update: (chunks: Buffer[], crc32: number) => Promise<number> | number;
  digest: () => Promise<string>;
  /** It won't be asked any more. */
  drop: () => void;
};

/** Below this, waking another thread takes longer than the sum itself. */
const threadedBytes = 1024 * 1024;

/** @param sizeBytes of the whole file; null when nobody knows */
export const startSha256 = (sizeBytes: number | null): RunningSha256 =>
  sizeBytes === null || sizeBytes >= threadedBytes ? startThreadedSha256() : sha256Here();

function sha256Here(): RunningSha256 {
  const hash = createHash('sha256');
  return {
    update: (chunks, crc32) => {
      for (const chunk of chunks) hash.update(chunk);
      return crcOf(chunks, crc32);
    },
    digest: async () => hash.digest('hex'),
    drop: () => undefined,
  };
}

const hashingThread = lazyThread('lib/server/transfer/receive/hash-worker.mjs');

let lastSum = 0;

/** A sha256 in the process's thread for checksums. When the thread dies its sums fail: files are read for them later. */
function startThreadedSha256(): RunningSha256 {
  const thread = hashingThread(); // a new one knows nothing of what this one has seen
  lastSum++;
  const sum = lastSum;
  return {
    update: (chunks, crc32) => thread.call<number>({ sum, chunks, crc32 }),
    digest: () => thread.call<string>({ sum }),
    drop: () => thread.post({ drop: sum }),
  };
}
