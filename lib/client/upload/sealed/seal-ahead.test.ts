import { expect, test } from 'vitest';
import { sealAhead } from './seal-ahead';

/** A source whose bytes tell their place, with a list of what was sealed. */
function source(size: number) {
  const sealed: [number, number][] = [];
  const slice = async (start: number, end: number) => {
    sealed.push([start, end]);
    return Uint8Array.from({ length: end - start }, (_, at) => start + at);
  };
  return { size, slice, sealed };
}

const range = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, at) => from + at);

test('slices are whole and in order, also when they grow', async () => {
  const slice = sealAhead(source(40));
  expect(await slice(0, 8)).toEqual(range(0, 8));
  expect(await slice(8, 16)).toEqual(range(8, 16));
  expect(await slice(16, 36)).toEqual(range(16, 36));
  expect(await slice(36, 99)).toEqual(range(36, 40));
});

test('the next slice is sealed before it is wanted, and once', async () => {
  const from = source(10);
  const slice = sealAhead(from);
  await slice(0, 4);
  expect(from.sealed).toEqual([0, 4].map((at) => [at, at + 4]));
  await slice(4, 8);
  await slice(8, 12);
  expect(from.sealed).toEqual([0, 4, 8].map((at) => [at, Math.min(10, at + 4)]));
});

test('an upload that goes on elsewhere gets the bytes of that place', async () => {
  const slice = sealAhead(source(30));
  await slice(0, 8);
  expect(await slice(3, 11)).toEqual(range(3, 11));
});

test('after a failure to read, also ahead, the next try reads again', async () => {
  const from = source(12);
  let isBroken = true;
  const slice = sealAhead({
    ...from,
    slice: (...at) => (isBroken ? Promise.reject(new Error('unreadable')) : from.slice(...at)),
  });
  await expect(slice(0, 4)).rejects.toThrow('unreadable');
  isBroken = false;
  const first = slice(0, 4);
  isBroken = true; // what is ahead is read later
  expect(await first).toEqual(range(0, 4));
  await new Promise(setImmediate);
  isBroken = false;
  expect(await slice(4, 8)).toEqual(range(4, 8));
});
