import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import type { FileWriter } from '@/lib/server/storage/port';
import type { Digests } from './digests';
import { type DurableRange, receive } from './receive';

const pieces = Array.from({ length: 4 }, () => randomBytes(100_000));
const whole = Buffer.concat(pieces);

/** Notes what is written; the sums are of `sha256`. */
async function receiveAll(sha256: Digests['sha256']) {
  const written = Buffer.alloc(whole.length);
  const saved: DurableRange[] = [];
  const writer: FileWriter = {
    partBytes: null,
    write: async (chunks, position) => Buffer.concat(chunks).copy(written, position),
    durableOffset: async () => whole.length,
    sync: async () => undefined,
    close: async () => undefined,
  };
  async function* buffers() {
    for (const piece of pieces) yield [Buffer.from(new Uint8Array(piece).buffer)];
  }
  const progress = { offset: 0, crc32: 0, sha256 };
  const receiving = receive(buffers(), {
    writer,
    progress,
    save: async (range) => void saved.push(range),
  });
  const failure = await receiving.then(
    () => null,
    (error: unknown) => error,
  );
  return { failure, progress, saved, written };
}

const sumsUntil = (last: number, fails: (chunks: Buffer[]) => never) => {
  let count = 0;
  return {
    update: (chunks: Buffer[], crc: number) => {
      if (count++ === last) fails(chunks);
      return chunks.reduce((before, chunk) => crc32(chunk, before), crc);
    },
    digest: async () => 'sum',
    drop: () => undefined,
  };
};

test('bytes that were lost with the thread that sums them are asked for again, and those before count', async () => {
  const dead = new AppError('server.unavailable');
  const sha256 = sumsUntil(2, (chunks) => {
    structuredClone(null, { transfer: chunks.map(({ buffer }) => buffer as ArrayBuffer) });
    throw dead;
  });
  const { failure, progress, saved } = await receiveAll(sha256);
  const to = pieces[0] && pieces[0].length * 2;
  expect(failure).toBe(dead);
  expect(progress).toEqual({ offset: to, crc32: crc32(whole.subarray(0, to)), sha256: null });
  expect(saved).toMatchObject([{ from: 0, to, crc32: progress.crc32 }]);
});

test('without a worker thread, everything arrives, and its SHA-256 is computed later', async () => {
  const sha256 = sumsUntil(0, () => {
    throw new AppError('server.unavailable');
  });
  const { failure, progress, written } = await receiveAll(sha256);
  expect(failure).toBe(null);
  expect(progress).toEqual({ offset: whole.length, crc32: crc32(whole), sha256: null });
  expect(written.equals(whole)).toBe(true);
});
