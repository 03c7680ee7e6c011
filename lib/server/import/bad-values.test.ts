import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sampleFor } from '@/test/import/sample';
import { openPlik } from './plik/plik';
import type { ImportSource, SourceAccount, SourceItem, SourceShare } from './source';
import { undoImport } from './undo-import';

let change: { share?: Partial<SourceShare>; account?: Partial<SourceAccount> };
const sample = sampleFor('plik', async (folder, options): Promise<ImportSource> => {
  const source = await openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), options);
  const items = async function* (): AsyncGenerator<SourceItem> {
    const left = { ...change };
    for await (const item of source.items()) {
      if ('share' in item && left.share) {
        yield { share: { ...item.share, ...left.share } };
        delete left.share;
      } else if ('account' in item && left.account) {
        yield { account: { ...item.account, ...left.account } };
        delete left.account;
      } else yield item;
    }
  };
  return { ...source, items };
});

beforeEach(async () => {
  change = {};
  await undoImport(sample.ctx, 'plik', false);
  await sample.ctx.db.share.deleteMany();
  await sample.ctx.db.usedLinkId.deleteMany();
  await undoImport(sample.ctx, 'plik', false);
});

const noDay = new Date(Number.NaN);
const publication = { enabled: true, publishedAt: new Date(0), lastAccessAt: null };
const oddShares: [what: string, share: Partial<SourceShare>][] = [
  ['is made on no day', { createdAt: noDay }],
  ['has more views than can be counted', { maxViews: 2 ** 40 }],
  ['lasts no time', { validityMs: 0 }],
  ['lasts for ever', { validityMs: Number.POSITIVE_INFINITY }],
  ['ends on no day', { publication: { ...publication, linkId: 'odd-link', views: 0, publishUntil: noDay } }],
  [
    'was opened less often than never',
    { publication: { ...publication, linkId: 'odd-link', views: -1, publishUntil: new Date(4e12) } },
  ],
];

test.each(oddShares)('a share that %s stays behind, and all others come', async (_, share) => {
  const { db } = sample.ctx;
  change = { share };
  const { skipped, imported } = await sample.run(false);
  expect(skipped).toContainEqual(expect.objectContaining({ kind: 'share', reason: 'metadataUnreadable' }));
  expect(imported.shares).toBe(await db.share.count());
  expect(imported.shares).toBe(sample.expected.shares.length - 1);
  expect(imported.files).toBe(await db.file.count());
});

test('an account comes without an address that is none, and the report says so', async () => {
  change = { account: { email: 'Ada, at home' } };
  const { remarks } = await sample.run(false);
  const text = 'comes without its e-mail address, which is none';
  const { oldId } = remarks.find((one) => one.text === text) ?? { oldId: '' };
  const { newId } = await sample.ctx.db.imported.findFirstOrThrow({ where: { kind: 'account', oldId } });
  expect(await sample.ctx.db.account.findUnique({ where: { id: newId } })).toMatchObject({ email: null });
});

test.each([
  ['a share', { share: { name: 'a\0b', description: '\0' } }],
  ['an account', { account: { email: 'a\0@example.org' } }],
])('signs that no column takes are left out of %s', async (_, odd) => {
  change = odd;
  const { imported } = await sample.run(false);
  expect(imported.shares).toBe(sample.expected.shares.length);
  expect(await sample.ctx.db.account.count()).toBe(sample.expected.accounts.length + 1);
});
