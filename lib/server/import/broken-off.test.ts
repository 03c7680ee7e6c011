import path from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { sampleFor } from '@/test/import/sample';
import { openPicoshare } from './picoshare/picoshare';

const open = (folder: string, reading: Parameters<typeof openPicoshare>[1]) =>
  openPicoshare(path.join(folder, 'data/store.db'), reading);
const sample = sampleFor('picoshare', open);

test('a run that ends in the middle of a file leaves no half share, and the next one brings the rest', async () => {
  const { storage, db } = sample.ctx;
  let finished = 0;
  const failing = {
    ...storage,
    finish: async (...args: Parameters<typeof storage.finish>) => {
      finished++;
      if (finished === 4) throw new AppError('storage.full');
      await storage.finish(...args);
    },
  };
  sample.ctx = { ...sample.ctx, storage: failing };
  await expect(sample.run(false)).rejects.toMatchObject({ code: 'storage.full' });
  expect([
    await db.share.count(),
    await db.file.count(),
    await db.imported.count({ where: { kind: 'share' } }),
  ]).toEqual([3, 3, 3]);
  expect(await db.removal.count()).toBe(1);
  sample.ctx = { ...sample.ctx, storage };
  const rest = await sample.run(false);
  expect(rest.brought).toMatchObject({ aliases: 0, shares: sample.expected.shares.length - 3 });
  expect([await db.share.count(), await db.removal.count()]).toEqual([sample.expected.shares.length, 0]);
});
