import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { newId } from '@/lib/server/ids';
import type { Storage } from '@/lib/server/storage/port';
import { isLong } from '@/testing/is-long';
import { endpoint, freshBucket, shortRetries, storageIn } from '@/testing/network/bucket';
import {
  type BucketCall,
  type Fault,
  type FaultyBucket,
  faultNames,
  startFaultyBucket,
} from '@/testing/network/faulty-bucket';
import { receive } from './receive';

const mib = 1024 * 1024;
const bytes = randomBytes(34 * mib); // two full parts and a bit
const chunkBytes = 256 * 1024;

describe.skipIf(endpoint === null)('a bucket with faults', () => {
  let proxy: FaultyBucket;
  let storage: Storage;
  let direct: Storage;
  beforeAll(async () => {
    proxy = await startFaultyBucket(endpoint ?? '');
    const settings = await freshBucket();
    direct = storageIn(settings);
    storage = storageIn({ ...settings, endpoint: proxy.endpoint }, { retryPolicy: shortRetries });
  });
  afterAll(() => proxy.stop());

  async function* buffers(from: number, to: number) {
    for (let at = from; at < to; at += chunkBytes) yield [bytes.subarray(at, Math.min(to, at + chunkBytes))];
  }

  /** One request with the bytes up to `to`; what it acknowledges must be the file's own beginning. */
  async function send(
    row: { id: string; offset: number },
    to: number,
    from: AsyncIterable<Buffer[]> = buffers(row.offset, to),
  ): Promise<void> {
    const { id, offset } = row;
    const progress = { offset, crc32: crc32(bytes.subarray(0, offset)), sha256: null };
    const writer = await storage.openWriter(id, offset, bytes.length);
    try {
      await receive(from, {
        writer,
        progress,
        save: async (saved) => {
          expect(saved.from).toBe(row.offset);
          expect(saved.crc32).toBe(crc32(bytes.subarray(0, saved.to)));
          row.offset = saved.to;
        },
      });
    } finally {
      await writer.close();
    }
  }

  /** As a client does it: in two requests, each again from the offset that it is told when it fails. */
  async function upload(): Promise<{ id: string; failures: unknown[] }> {
    const row = { id: newId(), offset: 0 };
    const failures: unknown[] = [];
    for (let tries = 0; tries < 8; tries++) {
      try {
        if (row.offset < 20 * mib) await send(row, 20 * mib);
        if (row.offset < bytes.length) await send(row, bytes.length);
        await storage.finish(row.id, bytes.length);
        return { id: row.id, failures };
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  }

  async function contentOf(from: Storage, id: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of from.read(id, { start: 0, end: bytes.length - 1 }))
      parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  }

  const once = (fault: Fault, isMeant: (call: { kind: BucketCall; number: number | null }) => boolean) => {
    proxy.faults = 0;
    proxy.plan = (call) => (proxy.faults === 0 && isMeant(call) ? fault : null);
  };

  const kinds: [name: string, isMeant: (call: { kind: BucketCall; number: number | null }) => boolean][] = [
    ['the beginning of parts', ({ kind }) => kind === 'begin'],
    ['part 2', ({ number }) => number === 2],
    ['the last part', ({ number }) => number === 3],
    ['a tail', ({ kind }) => kind === 'put'],
    ['reading a tail', ({ kind }) => kind === 'get'],
    ['joining the parts', ({ kind }) => kind === 'complete'],
    ['removing a tail', ({ kind }) => kind === 'delete'],
  ];

  // An answer that ends in its middle is told apart only where it brings bytes.
  const faults = faultNames.filter((fault) => fault !== 'cut');
  /** Each step takes its turn with a third of them; `SLIPWAY_LONG=1` tries all. */
  const steps = kinds.map(
    ([name, isMeant], n) => [name, isMeant, faults.filter((_, at) => isLong || (n + at) % 3 === 0)] as const,
  );

  describe.each(steps)('%s', (_name, isMeant, met) => {
    test.each(met)('is met by “%s” once, and the file is whole all the same', async (fault) => {
      once(fault, isMeant);
      const { id, failures } = await upload();
      expect(proxy.faults).toBe(1);
      for (const failure of failures) expect(failure).toMatchObject({ code: 'server.unavailable' });
      expect((await contentOf(direct, id)).equals(bytes)).toBe(true);
      await direct.remove(id);
    });
  });

  test('a slow upload loses at most ten seconds, however far the next full part is', async () => {
    proxy.plan = () => null;
    const row = { id: newId(), offset: 0 };
    vi.useFakeTimers({ toFake: ['Date'] });
    const slow = async function* () {
      for await (const chunks of buffers(0, mib)) {
        yield chunks;
        vi.advanceTimersByTime(6_000);
        yield []; // as each second's tick
        await setImmediate();
      }
      await expect.poll(() => row.offset, { timeout: 8_000 }).toBeGreaterThan(0);
      throw new Error('the process ends');
    };
    await expect(send(row, mib, slow())).rejects.toThrow('the process ends');
    vi.useRealTimers();
    expect(row.offset).toBe(mib);
  });

  test('no offset reaches over a part that failed permanently, whatever arrived after it', async () => {
    const row = { id: newId(), offset: 0 };
    proxy.plan = ({ number }) => (number === 2 ? 'busy' : null);
    await expect(send(row, bytes.length)).rejects.toThrow('server.unavailable');
    expect(row.offset).toBe(16 * mib);
    proxy.plan = () => null;
    await send(row, bytes.length);
    await storage.finish(row.id, bytes.length);
    expect((await contentOf(direct, row.id)).equals(bytes)).toBe(true);
  });

  test('a file that isn’t whole is never made final, whatever the bucket has of it', async () => {
    const row = { id: newId(), offset: 0 };
    proxy.plan = ({ number }) => (number === 2 ? 'reset' : null);
    await expect(send(row, bytes.length)).rejects.toThrow('server.unavailable');
    proxy.plan = () => null;
    await expect(storage.finish(row.id, bytes.length)).rejects.toThrow(AppError);
    await expect(contentOf(direct, row.id)).rejects.toThrow('server.unavailable');
  });

  test.each(isLong ? faultNames : (['reset', 'silence', 'cut'] as const))(
    'a download that is met by “%s” goes on where it broke',
    async (fault) => {
      proxy.plan = () => null;
      const { id } = await upload();
      once(fault, ({ kind }) => kind === 'get');
      expect((await contentOf(storage, id)).equals(bytes)).toBe(true);
      expect(proxy.faults).toBe(1);
    },
  );

  test('a download that breaks goes on only with the same object', async () => {
    proxy.plan = () => null;
    const { id } = await upload();
    once('cut', ({ kind }) => kind === 'get');
    const reading = storage.read(id, { start: 0, end: bytes.length - 1 });
    await reading.next();
    const writer = await direct.openWriter(id, 0, 3);
    await writer.write([Buffer.from('new')], 0);
    await writer.close();
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toThrow('server.unavailable');
  });
});
