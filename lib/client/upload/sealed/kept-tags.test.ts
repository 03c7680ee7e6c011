import { afterEach, expect, test, vi } from 'vitest';
import { stubDatabase } from '@/testing/service/browser-database';
import { forgetTags, hasKeptTags, keptTags } from './kept-tags';

afterEach(() => vi.unstubAllGlobals());

const tagsOf = (count: number, from = 1) =>
  Uint8Array.from({ length: 16 * count }, (_, at) => from + (at >> 4));

async function keepAndRead(salt: string) {
  await keptTags(salt).write(250, tagsOf(20));
  await keptTags(salt).write(268, tagsOf(300, 19));
  return keptTags(salt);
}

test.each([['kept by the browser'], ['kept by nothing but the page']])(
  'tags that are %s are read as they were written, in any part',
  async (place) => {
    const rows = place === 'kept by the browser' ? stubDatabase(keyOf).rows : null;
    const tags = await keepAndRead(place);
    const whole = await tags.read(0, 600);
    expect(whole.subarray(0, 250 * 16).some(Boolean)).toBe(false);
    expect(whole.subarray(250 * 16, 568 * 16)).toEqual(tagsOf(318));
    expect(whole.subarray(568 * 16).some(Boolean)).toBe(false);
    for (const [first, count] of [
      [255, 2],
      [256, 1],
      [260, 250],
      [511, 3],
    ] as const)
      expect(await tags.read(first, count)).toEqual(whole.subarray(first * 16, (first + count) * 16));
    if (rows) expect(rows.size).toBe(3);
    expect(await hasKeptTags(place)).toBe(true);
    await forgetTags(place);
    expect(await hasKeptTags(place)).toBe(false);
    expect((await tags.read(250, 9)).some(Boolean)).toBe(false);
  },
);

const keyOf = ({ salt, block }: { salt: string; block: number }) => `${salt},${block}`;
