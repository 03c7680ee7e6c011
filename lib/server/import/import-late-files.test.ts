import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import type { ImportSource, SourceItem, SourceShare } from './source';
import { undoImport } from './undo-import';

const linkId = 'RDqjcCIA';

let change = (share: SourceShare): SourceShare => share;
const sample = sampleFor('pingvin', (folder, options): ImportSource => {
  const source = openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options);
  const items = async function* (): AsyncGenerator<SourceItem> {
    for await (const item of source.items())
      yield 'share' in item && item.share.oldId === linkId ? { share: change(item.share) } : item;
  };
  return { ...source, items };
});

const repaired = (share: SourceShare) => share;
const unreadable = ({ files: [first, ...rest], ...share }: SourceShare): SourceShare => ({
  ...share,
  files: first
    ? [
        {
          ...first,
          read: () => {
            throw new Error('the disk is broken');
          },
        },
        ...rest,
      ]
    : [],
});
const absent = (share: SourceShare): SourceShare => ({ ...share, files: share.files.slice(1) });

const shareHere = () =>
  sample.ctx.db.share.findFirstOrThrow({ where: { publication: { linkId } }, include: { files: true } });
const files = () => sample.expected.shares.find((one) => one.linkId === linkId)?.files ?? [];

beforeEach(async () => {
  const { ctx } = sample;
  await undoImport(ctx, 'pingvin', false);
  await ctx.db.share.deleteMany();
  await ctx.db.usedLinkId.deleteMany();
  await undoImport(ctx, 'pingvin', false);
  change = repaired;
});

test.each([
  { state: 'unreadable', broken: unreadable },
  { state: 'absent', broken: absent },
])('a file that is $state at the first run comes with a later one, once', async ({ broken }) => {
  change = broken;
  const first = await sample.run(false);
  const second = await sample.run(false);
  expect(second.earlier.files).toBe(first.imported.files);
  expect(second.imported).toMatchObject({ shares: 0, files: 0, bytes: 0 });
  expect(second.skipped).toEqual(first.skipped);

  change = repaired;
  const dry = await sample.run(true);
  expect((await shareHere()).files).toHaveLength(files().length - 1);
  const third = await sample.run(false);
  expect(dry.imported).toEqual(third.imported);
  expect(third.imported).toMatchObject({ accounts: 0, aliases: 0, shares: 0, files: 1 });
  const sums = (await shareHere()).files.map(({ id, sha256 }) => ({ id, sha256 }));
  expect(sums).toEqual(expect.arrayContaining(files().map(({ id, sha256 }) => ({ id, sha256 }))));

  const fourth = await sample.run(false);
  expect([fourth.imported.files, fourth.earlier.files]).toEqual([0, first.imported.files + 1]);
  expect((await undoImport(sample.ctx, 'pingvin', false)).skipped).toEqual([]);
});

test('shares deleted here stay deleted, and those changed here count as changed', async () => {
  const { db } = sample.ctx;
  change = absent;
  await sample.run(false);
  const { id, files: before } = await shareHere();
  await db.file.delete({ where: { id: before[0]?.id ?? '' } });
  change = repaired;
  expect((await sample.run(false)).imported.files).toBe(1);
  expect((await shareHere()).files).toHaveLength(before.length);
  const { skipped } = await undoImport(sample.ctx, 'pingvin', false);
  expect(skipped).toContainEqual(expect.objectContaining({ kind: 'share', oldId: linkId }));
  await sample.run(false);
  await db.share.delete({ where: { id } });
  await sample.run(false);
  expect(await db.publication.count({ where: { linkId } })).toBe(0);
});

test.each([
  { what: 'has a password there', there: { password: { text: 'secret' } } },
  { what: 'has fewer views there', there: { maxViews: 1 } },
])('a file comes late into no share that $what', async ({ there }) => {
  change = absent;
  await sample.run(false);
  change = (share) => ({ ...share, ...there });
  for (const isDryRun of [true, false]) {
    const { imported, skipped } = await sample.run(isDryRun);
    expect(imported.files).toBe(0);
    expect(skipped).toContainEqual(expect.objectContaining({ kind: 'file', reason: 'changedHere' }));
  }
  expect((await shareHere()).files).toHaveLength(files().length - 1);
});

test('a share comes without the inbox that was deleted here since', async () => {
  const { db } = sample.ctx;
  await sample.run(false);
  const through = await db.share.findFirstOrThrow({ where: { aliasId: { not: null } } });
  await db.share.deleteMany();
  await db.usedLinkId.deleteMany();
  await db.imported.deleteMany({ where: { kind: { in: ['share', 'file'] } } });
  await db.alias.delete({ where: { id: through.aliasId ?? '' } });
  await sample.run(false);
  expect(await db.share.findFirst({ where: { name: through.name, aliasId: null } })).not.toBeNull();
});
