import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { finalSha256, startSha256 } from './digests';
import { takeSlot } from './read-body';

test.each([10, null, 50_000_000])(
  'a file of %s bytes gets the same sums, on this thread or the other',
  async (size) => {
    const sha256 = startSha256(size);
    const slot = takeSlot();
    const whole = createHash('sha256');
    let [crc, expected] = [0, 0];
    for (let n = 0; n < 5; n++) {
      const loose = randomBytes(1000 + n);
      slot.set(randomBytes(3000));
      crc = await sha256.update([slot.subarray(0, 3000), loose], crc);
      expected = crc32(loose, crc32(slot.subarray(0, 3000), expected));
      whole.update(slot.subarray(0, 3000)).update(loose);
    }
    expect(crc).toBe(expected);
    expect(await sha256.digest()).toBe(whole.digest('hex'));
  },
);

test('a thread that dies loses its sums, which is known, and the next one starts anew', async () => {
  const lost = startSha256(null);
  const other = startSha256(null);
  await lost.update([Buffer.from('x')], 0);
  await expect(lost.update([Buffer.from('x')], Number.NaN)).rejects.toThrow();
  expect(await finalSha256({ crc32: 0, sha256: lost })).toBe(null);
  expect(await finalSha256({ crc32: 0, sha256: other })).toBe(null);

  const next = startSha256(null);
  await next.update([Buffer.from('x')], 0);
  expect(await next.digest()).toBe(createHash('sha256').update('x').digest('hex'));
});
