import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  headerBytes,
  newSalt,
  recordBytes,
  sealedPosition,
  sealedRecordBytes,
} from '@/lib/domain/sealed/layout';
import { sealBytes } from '@/lib/domain/sealed/seal';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { UnsealError } from '@/lib/domain/sealed/unseal';
import { sealedWire } from './sealed-wire';

/** Two batches and a bit. */
const size = 37 * recordBytes + 123;

async function setUp(plain = new Uint8Array(randomBytes(size))) {
  const [key, salt] = [await newShareKey(), newSalt()];
  const sealed = await sealBytes(key, { kind: 'file', salt, bytes: plain });
  const wire = await sealedWire({ key, salt, sealedBytes: sealed.length });
  return { plain: Buffer.from(plain), sealed, wire };
}

/** Chunks as a line cuts them, which may break. */
async function* line(bytes: Uint8Array, step: number, isBroken = false): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  if (isBroken) throw new Error('broken line');
}

/** Copies what comes, as its memory is used again. */
async function receiveAll(
  wire: Awaited<ReturnType<typeof sealedWire>>,
  body: AsyncIterable<Uint8Array>,
  from = 0,
) {
  const [sent, local]: [Buffer[], Buffer[]] = [[], []];
  let failure: unknown = null;
  try {
    for await (const part of wire.receive(body, from)) {
      sent.push(Buffer.from(part.sent));
      local.push(...part.local.map((bytes) => Buffer.from(bytes)));
    }
  } catch (error) {
    failure = error;
  }
  return { sent: Buffer.concat(sent), local: Buffer.concat(local), failure };
}

test.each([1_000, 65_536, 65_552, 1_048_832, 1_048_865, 5_000_000])(
  'a sealed file that comes %i bytes at a time is what was sealed',
  async (step) => {
    const { plain, sealed, wire } = await setUp();
    const { sent, local, failure } = await receiveAll(wire, line(sealed, step));
    expect([failure, sent.equals(sealed), local.equals(plain)]).toEqual([null, true, true]);
  },
);

test.each([0, 1, recordBytes, 16 * recordBytes, 16 * recordBytes + 1])(
  'so is one of %i bytes',
  async (length) => {
    const { plain, sealed, wire } = await setUp(new Uint8Array(randomBytes(length)));
    const { local, failure } = await receiveAll(wire, line(sealed, 4_096));
    expect([failure, local.equals(plain)]).toEqual([null, true]);
  },
);

test.each([
  10,
  headerBytes,
  sealedPosition(1) - 1,
  sealedPosition(1),
  sealedPosition(20) + 7,
  sealedPosition(37),
])('a line that breaks after %i bytes loses no whole record, and goes on from there', async (cut) => {
  const { plain, sealed, wire } = await setUp();
  const first = await receiveAll(wire, line(sealed.subarray(0, cut), 50_000, true));
  const records = Math.max(0, Math.floor((cut - headerBytes) / sealedRecordBytes));
  expect(first.failure).toMatchObject({ message: 'broken line' });
  expect(first.sent.length).toBe(records === 0 ? 0 : sealedPosition(records));
  const rest = await receiveAll(wire, line(sealed.subarray(first.sent.length), 50_000), first.sent.length);
  expect(rest.failure).toBeNull();
  expect(Buffer.concat([first.local, rest.local]).equals(plain)).toBe(true);
});

test.each<[string, (sealed: Buffer) => Buffer, number]>([
  ['changed in its header', (sealed) => flip(sealed, 20), 0],
  ['changed in its second batch', (sealed) => flip(sealed, sealedPosition(17) + 5), 16],
  ['changed in its last tag', (sealed) => flip(sealed, sealed.length - 1), 32],
  ['longer than what was sealed', (sealed) => Buffer.concat([sealed, Buffer.from('x')]), 38],
])('one that is %s is refused, and no later byte is handed on', async (_what, change, records) => {
  const { plain, sealed, wire } = await setUp();
  const { local, failure } = await receiveAll(wire, line(change(Buffer.from(sealed)), 100_000));
  expect(failure).toBeInstanceOf(UnsealError);
  expect(local.length).toBeLessThanOrEqual(Math.min(size, records * recordBytes));
  expect(local.equals(plain.subarray(0, local.length))).toBe(true);
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
