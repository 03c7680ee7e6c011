import { expect, test } from 'vitest';
import { sealAhead } from './seal-ahead';

const MiB = 1024 ** 2;

/** A source whose bytes are all `at`'s megabyte, with a list of what was sealed. */
function source(size: number) {
  const sealed: [number, number][] = [];
  const slice = async (start: number, end: number) => {
    sealed.push([start, end]);
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end; at += MiB) bytes.fill(Math.floor(at / MiB), at - start);
    return bytes;
  };
  return { size, slice, sealed };
}

const megabytesOf = async (blob: Blob): Promise<number[]> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return Array.from({ length: bytes.length / MiB }, (_, at) => bytes[at * MiB] ?? -1);
};

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

test('slices are whole and in order when they grow, and nothing is sealed twice', async () => {
  const from = source(40 * MiB);
  const slice = sealAhead(from);
  expect(await megabytesOf(await slice(0, 8 * MiB))).toEqual(range(0, 8));
  expect(await megabytesOf(await slice(8 * MiB, 24 * MiB))).toEqual(range(8, 24));
  expect(await megabytesOf(await slice(24 * MiB, 99 * MiB))).toEqual(range(24, 40));
  expect(from.sealed).toHaveLength(10);
});

test('the next slice is sealed before it is wanted', async () => {
  const from = source(20 * MiB);
  await sealAhead(from)(0, 4 * MiB);
  await expect.poll(() => from.sealed).toEqual([0, 4].map((at) => [at * MiB, (at + 4) * MiB]));
});

test('a piece that was cut short ahead isn’t taken for a longer one', async () => {
  const from = source(30 * MiB);
  const slice = sealAhead(from);
  await slice(0, 5 * MiB);
  expect(await megabytesOf(await slice(5 * MiB, 25 * MiB))).toEqual(range(5, 25));
});

test('an upload that goes on elsewhere gets the bytes of that place', async () => {
  const slice = sealAhead(source(30 * MiB));
  await slice(0, 8 * MiB);
  expect(await megabytesOf(await slice(3 * MiB, 11 * MiB))).toEqual(range(3, 11));
});

test('after a failure to read, also ahead, the next try reads again', async () => {
  const from = source(12 * MiB);
  let isBroken = false;
  const slice = sealAhead({
    ...from,
    slice: (...at) => (isBroken ? Promise.reject(new Error('unreadable')) : from.slice(...at)),
  });
  isBroken = true;
  await expect(slice(0, 4 * MiB)).rejects.toThrow('unreadable');
  isBroken = false;
  expect(await megabytesOf(await slice(0, 4 * MiB))).toEqual(range(0, 4));
  await expect.poll(() => from.sealed).toHaveLength(2);
  isBroken = true;
  await slice(4 * MiB, 8 * MiB);
  await new Promise(setImmediate); // the piece ahead has failed
  isBroken = false;
  expect(await megabytesOf(await slice(8 * MiB, 12 * MiB))).toEqual(range(8, 12));
});
