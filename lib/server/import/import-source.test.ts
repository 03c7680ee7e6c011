import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { sampleFor } from '@/test/import/sample';
import { openPicoshare } from './picoshare/picoshare';
import type { ImportSource } from './source';
import { undoImport } from './undo-import';

let change: (source: ImportSource) => ImportSource = (source) => source;
const sample = sampleFor('picoshare', (folder, options) =>
  change(openPicoshare(path.join(folder, 'data/store.db'), options)),
);
beforeEach(async () => {
  change = (source) => source;
  await undoImport(sample.ctx, 'picoshare', false);
});

test('nothing begins where there is no room for all of it', async () => {
  const { ctx } = sample;
  const requested: number[] = [];
  const checkFreeSpace = async (bytes: number) => {
    requested.push(bytes);
    throw new AppError('storage.full');
  };
  sample.ctx = { ...ctx, storage: { ...ctx.storage, checkFreeSpace } };
  await expect(sample.run(false)).rejects.toThrow('Nothing was imported.');
  const files = sample.expected.shares.flatMap((share) => share.files);
  expect(requested).toEqual([files.reduce((sum, { size }) => sum + size, 0)]);
  expect(await ctx.db.imported.count()).toBe(0);
  sample.ctx = ctx;
});

test('a disabled account gets nothing, because none of it would open', async () => {
  const { account } = sample.ctx.db;
  const where = { login: 'owner' };
  await account.update({ where, data: { state: 'Disabled' } });
  await expect(sample.run(true)).rejects.toThrow('"owner" is not active');
  await account.update({ where, data: { state: 'Active' } });
});

test('a source that is written to meanwhile is named in the report', async () => {
  const quiet = await sample.run(false);
  expect(quiet.skipped.map(({ reason }) => reason)).not.toContain('sourceChanged');
  let reads = 0;
  change = (source) => ({ ...source, stamp: () => String(reads++) });
  const { skipped } = await sample.run(false);
  expect(skipped).toContainEqual(expect.objectContaining({ kind: 'source', reason: 'sourceChanged' }));
});

test('a file that is written to has another stamp', () => {
  const folder = fs.mkdtempSync(path.join(sample.ctx.config.DATA_DIR, 'stamp-'));
  const [file, work] = [path.join(folder, 'store.db'), path.join(folder, 'work')];
  fs.mkdirSync(work);
  fs.copyFileSync(path.join(sample.folder, 'data/store.db'), file);
  const source = openPicoshare(file, { now: new Date(), workFolder: work });
  const before = source.stamp();
  expect(source.stamp()).toBe(before);
  fs.utimesSync(file, new Date(0), new Date(0));
  expect(source.stamp()).not.toBe(before);
  source.close();
  fs.rmSync(folder, { recursive: true });
});

test('shares that expired longer ago than CLEANUP_GRACE are left out, unless all are asked for', async () => {
  const expired = sample.expected.shares.find(({ state }) => state === 'expired');
  const { ctx } = sample;
  sample.ctx = { ...ctx, config: { ...ctx.config, CLEANUP_GRACE: 0 } };
  const some = await sample.run(false);
  expect(some.skipped).toContainEqual(expect.objectContaining({ oldId: expired?.linkId, reason: 'expired' }));
  const all = await sample.run(false, { includesExpired: true });
  expect(all.imported.shares).toBe(1);
  sample.ctx = ctx;
});

test.each([
  { wish: '..', why: 'its ID can’t be part of a link here' },
  { wish: 'with blanks', why: 'its ID can’t be part of a link here' },
  { wish: 'app', why: 'its address is one of Slipway’s' },
  { wish: 'taken-here', why: 'its ID is taken here' },
])('a share whose ID is “$wish” gets a new link, and the report says: $why', async ({ wish, why }) => {
  const { db } = sample.ctx;
  await db.usedLinkId.createMany({
    data: [{ key: 'taken-here', shareId: 'of-nobody' }],
    skipDuplicates: true,
  });
  change = (source) => ({
    ...source,
    items: async function* () {
      let isFirst = true;
      for await (const item of source.items())
        if ('share' in item && item.share.publication && isFirst) {
          isFirst = false;
          const publication = { ...item.share.publication, linkId: wish };
          yield { share: { ...item.share, publication } };
        } else yield item;
    },
  });
  const { remarks } = await sample.run(false);
  const { oldId, text } = remarks.find((one) => one.text.startsWith(why)) ?? { oldId: '', text: '' };
  const { linkId } = await db.imported.findFirstOrThrow({ where: { kind: 'share', oldId } });
  expect(text).toBe(`${why}. It is now at /app/open/${linkId}`);
  expect(linkId).toMatch(/^[\w-]{20,}$/);
});

test('a host that links name and that doesn’t lead here yet is in the report', async () => {
  change = (source) => ({ ...source, address: 'https://old.example.org/x' });
  const report = await sample.run(true);
  expect(report.lines().some((line) => line.includes('old.example.org'))).toBe(true);
});

test('an import and its removal are in the audit list, with counts and no names', async () => {
  const report = await sample.run(false);
  await undoImport(sample.ctx, 'picoshare', false);
  const rows = await sample.ctx.db.auditEvent.findMany({
    where: { event: 'system.import' },
    orderBy: { id: 'desc' },
    take: 2,
  });
  expect(rows.map(({ details }) => details)).toEqual([
    expect.objectContaining({ product: 'picoshare', undone: true, shares: report.imported.shares }),
    { product: 'picoshare', ...report.imported, left: report.skipped.length },
  ]);
});
