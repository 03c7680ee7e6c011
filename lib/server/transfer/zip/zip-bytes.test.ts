import { describe, expect, test } from 'vitest';
import type { Storage } from '@/lib/server/storage/port';
import { bytesOf, entry, few, inMemory } from '@/testing/service/zip';
import { zipBytes, zipLayout } from './layout';

describe('ranges', () => {
  test('any range is exactly that part of the archive', async () => {
    const layout = zipLayout(few());
    const whole = await bytesOf(layout);
    expect(whole).toHaveLength(layout.sizeBytes);
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let n = 0; n < 300; n++) {
      const start = random(layout.sizeBytes);
      const end = start + random(Math.min(layout.sizeBytes - start, n % 2 ? 100 : layout.sizeBytes));
      expect((await bytesOf(layout, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  test('a file that the range leaves out is never opened', async () => {
    const entries = [entry('first', 'a'.repeat(5000)), entry('second', 'b')];
    const opened: string[] = [];
    const layout = zipLayout(entries);
    const read: Storage['read'] = (id, range) => {
      opened.push(id);
      return inMemory(id, range);
    };
    await bytesOf(layout, layout.sizeBytes - 60, undefined, read);
    expect(opened).toEqual([]);
    await bytesOf(layout, layout.directory.at - 1, undefined, read);
    expect(opened).toEqual([entries[1]?.fileId]);
  });
});

describe('a file that is not what was declared', () => {
  test.each([
    ['shorter', 10],
    ['longer', 30],
  ])('ends the archive with an error when it is %s', async (_, given) => {
    const lie = { ...entry('x', Buffer.alloc(20)), sizeBytes: 20 };
    const read: Storage['read'] = async function* () {
      yield Buffer.alloc(given);
    };
    await expect(bytesOf(zipLayout([lie, entry('y', 'y')]), 0, undefined, read)).rejects.toThrow(lie.fileId);
  });

  test('ends the archive with an error when it is gone, and closes what it had open', async () => {
    let closed = 0;
    const read: Storage['read'] = async function* (id, range) {
      if (id === 'gone') throw new Error('gone');
      try {
        yield* inMemory(id, range);
      } finally {
        closed++;
      }
    };
    const layout = zipLayout([entry('x', 'x'), { ...entry('y', 'y'), fileId: 'gone' }]);
    await expect(bytesOf(layout, 0, undefined, read)).rejects.toThrow('gone');
    expect(closed).toBe(1);
  });

  test('a client that disconnects closes what is open', async () => {
    let closed = 0;
    const read: Storage['read'] = async function* (id, range) {
      try {
        yield* inMemory(id, range);
      } finally {
        closed++;
      }
    };
    const layout = zipLayout([entry('x', Buffer.alloc(1_000_000))]);
    for await (const _ of zipBytes(layout, { start: 0, end: layout.sizeBytes - 1 }, read)) break;
    expect(closed).toBe(1);
  });
});
