import 'server-only';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { lazyThread } from '@/lib/server/thread';

/** Running checksums of an upload's bytes before its offset. */
export type Digests = {
  crc32: number;
  /** Null when this process hasn't seen all bytes; then a job reads the complete file. */
  sha256: RunningSha256 | null;
};

/** A running sha256 can't be serialized, so it stays in memory between requests, valid for its offset only. */
const pausedSums = new BoundedMap<string, { offset: number; sha256: RunningSha256 }>(10_000, ({ sha256 }) =>
  sha256.drop(),
);

export function resumeDigests({
  id,
  offset,
  crc32,
  sizeBytes,
}: Pick<UploadState, 'id' | 'offset' | 'crc32' | 'sizeBytes'>): Digests {
  const known = pausedSums.get(id);
  pausedSums.delete(id);
  const crc = Number.parseInt(crc32, 16);
  if (known?.offset === offset) return { crc32: crc, sha256: known.sha256 };
  known?.sha256.drop();
  return { crc32: crc, sha256: offset === 0 ? startSha256(sizeBytes) : null };
}

export function storeDigests(fileId: string, offset: number, { sha256 }: Digests): void {
  if (!sha256) return;
  pausedSums.set(fileId, { offset, sha256 });
}

/** Called when the hash includes bytes that don't count, or its thread is gone. */
export function dropSha256(digests: Digests): void {
  digests.sha256?.drop();
  digests.sha256 = null;
}

/** @returns null when the hash was dropped */
export async function finalSha256({ sha256 }: Digests): Promise<string | null> {
  return (await sha256?.digest().catch(() => null)) ?? null;
}

type RunningSha256 = {
  /** Chunks that have their memory for themselves may be taken over: they are empty then. @returns the crc32 continued from `crc32` */
  update: (chunks: Buffer[], crc32: number) => Promise<number> | number;
  digest: () => Promise<string>;
  drop: () => void;
};

/** Below this, waking the thread takes longer than hashing. */
const threadedBytes = 1024 * 1024;

/** @param sizeBytes null when unknown */
export const startSha256 = (sizeBytes: number | null): RunningSha256 =>
  sizeBytes === null || sizeBytes >= threadedBytes ? startThreadedSha256() : startLocalSha256();

function startLocalSha256(): RunningSha256 {
  const hash = createHash('sha256');
  return {
    update: (chunks, crc32) => {
      for (const chunk of chunks) hash.update(chunk);
      return updateCrc32(chunks, crc32);
    },
    digest: async () => hash.digest('hex'),
    drop: () => undefined,
  };
}

const hashingThread = lazyThread('lib/server/transfer/receive/hash-worker.mjs');

let lastSum = 0;

/** Fails when the thread dies. */
function startThreadedSha256(): RunningSha256 {
  const thread = hashingThread(); // kept: a restarted thread doesn't know this hash
  lastSum++;
  const sum = lastSum;
  return {
    update: (chunks, crc32) => {
      const own = chunks.map(inOwnMemory);
      const memory = own.map(({ buffer }) => buffer);
      return thread.call<number>({ sum, chunks: own, crc32 }, memory);
    },
    digest: () => thread.call<string>({ sum }),
    drop: () => thread.post({ drop: sum }),
  };
}

/** As the chunks of a request are; others may share theirs with what is still needed. */
function inOwnMemory(chunk: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, length } = chunk;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === length;
  return isOwn ? (chunk as Uint8Array<ArrayBuffer>) : new Uint8Array(chunk);
}

/** Continues the crc32 `start` over the chunks. */
export const updateCrc32 = (chunks: readonly Buffer[], start: number): number =>
  chunks.reduce((crc, chunk) => crc32(chunk, crc), start);

export const crc32Hex = (crc: number): string => crc.toString(16).padStart(8, '0');
