import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { finalSha256, startSha256 } from './digests';

test.each([10, null, 50_000_000])(
  'a file of %s bytes gets the same sums, on this thread or the other',
  async (size) => {
    const sha256 = startSha256(size);
    const whole = createHash('sha256');
    let [crc, expected] = [0, 0];
    for (let n = 0; n < 5; n++) {
      const own = Buffer.from(new Uint8Array(randomBytes(70_000)).buffer);
      const shared = Buffer.alloc(2_000, randomBytes(900));
      const chunks = [own, shared.subarray(0, 1_000 + n)];
      expected = chunks.reduce((before, chunk) => crc32(chunk, before), expected);
      for (const chunk of chunks) whole.update(chunk);
      const rest = Buffer.from(shared.subarray(1_000 + n));
      crc = await sha256.update(chunks, crc);
      expect(shared.subarray(1_000 + n).equals(rest)).toBe(true); // still there for who needs it
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

const isFirst = process.platform === 'linux' && os.getPriority() < 10;
test.runIf(isFirst)('the thread lets others go first', async () => {
  const niceness = (task: string) => {
    const stat = fs.readFileSync(`/proc/self/task/${task}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  };
  await startSha256(null).update([Buffer.from('x')], 0);
  await vi.waitFor(() => expect(fs.readdirSync('/proc/self/task').map(niceness)).toContain(10), 5_000);
  expect(niceness(String(process.pid))).toBeLessThan(10);
});
