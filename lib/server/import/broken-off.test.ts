import path from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { BadConfiguration } from '@/lib/server/config';
import { sampleFor } from '@/test/import/sample';
import { openPicoshare } from './picoshare/picoshare';
import { Report } from './report';
import type { ImportSource, SourceItem } from './source';
import { undoImport } from './undo-import';

let change = (item: SourceItem): SourceItem => item;
const sample = sampleFor('picoshare', (folder, options): ImportSource => {
  const source = openPicoshare(path.join(folder, 'data/store.db'), options);
  const items = async function* () {
    for await (const item of source.items()) yield change(item);
  };
  return { ...source, items };
});

test('a run that ends in the middle of a file leaves no half share, and the next one brings the rest', async () => {
  const { storage, db } = sample.ctx;
  let finished = 0;
  const failing = {
    ...storage,
    finish: async (...args: Parameters<typeof storage.finish>) => {
      finished++;
      if (finished === 4) throw new AppError('storage.full');
      return storage.finish(...args);
    },
  };
  sample.ctx = { ...sample.ctx, storage: failing };
  const report = new Report('picoshare', false);
  await expect(sample.run(false, {}, report)).rejects.toMatchObject({ code: 'storage.full' });
  expect(report.imported.shares).toBe(3);
  expect(report.lines(false)[0]).toMatch(/^This run was broken off/);
  expect([
    await db.share.count(),
    await db.file.count(),
    await db.imported.count({ where: { kind: 'share' } }),
  ]).toEqual([3, 3, 3]);
  expect(await db.removal.count()).toBe(1);
  sample.ctx = { ...sample.ctx, storage };
  const rest = await sample.run(false);
  expect(rest.imported).toMatchObject({ aliases: 0, shares: sample.expected.shares.length - 3 });
  expect([await db.share.count(), await db.removal.count()]).toEqual([sample.expected.shares.length, 0]);
});

test('a source that disconnects in the middle of a file ends the run, and no share arrives without its files', async () => {
  const { db } = sample.ctx;
  await undoImport(sample.ctx, 'picoshare', false);
  let read = 0;
  change = (item) => {
    if (!('share' in item)) return item;
    const files = item.share.files.map((file) => ({
      ...file,
      read: async function* () {
        if (++read === 3) throw new BadConfiguration('The bucket can’t be read.');
        yield* file.read();
      },
    }));
    return { share: { ...item.share, files } };
  };
  await expect(sample.run(false)).rejects.toThrow('The bucket can’t be read.');
  expect([await db.share.count(), await db.file.count()]).toEqual([2, 2]);
  change = (item) => item;
  await sample.run(false);
  expect(await db.share.count()).toBe(sample.expected.shares.length);
});
