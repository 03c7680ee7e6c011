import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bundleLimits } from '@/lib/domain/file/bundle';
import { Intake } from './intake';
import type { BundleRecord } from './read-bundle';

async function reading(sizeBytes: number, count: number) {
  const state = { read: 0, isClosed: false };
  async function* records(): AsyncGenerator<BundleRecord> {
    try {
      for (; state.read < count; state.read++)
        yield {
          head: { key: `${state.read}`, path: '', size: sizeBytes },
          bytes: Buffer.alloc(sizeBytes),
          problem: null,
        };
    } finally {
      state.isClosed = true;
    }
  }
  return { intake: new Intake(records()), state };
}

test.each([
  [1, bundleLimits.groupFiles],
  [bundleLimits.fileBytes, bundleLimits.groupBytes / bundleLimits.fileBytes],
])(
  'while a group of files of %i bytes is stored, no more than one other is read',
  async (sizeBytes, most) => {
    const { intake, state } = await reading(sizeBytes, 10_000);
    const group = await intake.take();
    for (let turns = 0; turns < 50; turns++) await setImmediate();
    expect(group.length).toBeLessThanOrEqual(most);
    expect(state.read).toBeLessThanOrEqual(group.length + most);
    intake.close();
    await expect.poll(() => state.isClosed).toBe(true);
  },
);

test('every record is taken once, in order, and then there is none', async () => {
  const { intake } = await reading(1, 450);
  const keys: string[] = [];
  for (let group = await intake.take(); group.length > 0; group = await intake.take())
    keys.push(...group.map(({ head }) => head.key));
  expect(keys).toEqual(Array.from({ length: 450 }, (_, n) => String(n)));
});
