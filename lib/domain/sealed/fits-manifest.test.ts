import { expect, test } from 'vitest';
import { fitsManifest, manifestStartBytes } from './fits-manifest';
import { recordBytes } from './layout';
import { emptyManifest, sealManifest } from './manifest';
import { newShareKey } from './share-key';

test.each([
  ['short', ''],
  ['of several records', 'x'.repeat(3 * recordBytes)],
])('by its first bytes a %s manifest tells its key from others, and from nothing else', async (_, note) => {
  const [key, other] = [await newShareKey(), await newShareKey()];
  const start = (await sealManifest(key, { ...emptyManifest, note })).slice(0, manifestStartBytes);
  expect(await fitsManifest(key, start)).toBe(true);
  expect(await fitsManifest(other, start)).toBe(false);
  expect(
    await fitsManifest(
      key,
      start.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
    ),
  ).toBe(false);
  expect(await fitsManifest(key, start.subarray(0, 10))).toBe(false);
});

test('the first bytes of a manifest hold none of its words', () => {
  const headers = 32;
  const begin = JSON.stringify({ version: 1, ...emptyManifest, title: 'Merger' }).slice(
    0,
    manifestStartBytes - headers,
  );
  expect(begin).toBe('{"version":1,"ti');
});
