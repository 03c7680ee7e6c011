import path from 'node:path';
import { expect, test } from 'vitest';
import { record } from '@/lib/server/journal/record';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import { undoImport } from './undo-import';

const sample = sampleFor('pingvin', (folder, options) =>
  openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options),
);

const counts = async () => {
  const { db } = sample.ctx;
  return {
    accounts: await db.account.count(),
    aliases: await db.alias.count(),
    shares: await db.share.count(),
    files: await db.file.count(),
    imported: await db.imported.count(),
  };
};

test('undo removes what came, after which the same import brings all of it again', async () => {
  const before = await counts();
  const first = await sample.run(false);
  const full = await counts();
  const dry = await undoImport(sample.ctx, 'pingvin', true);
  expect(await counts()).toEqual(full);
  const undone = await undoImport(sample.ctx, 'pingvin', false);
  expect(await counts()).toEqual(before);
  expect([dry.imported, undone.imported]).toEqual([first.imported, first.imported]);
  expect(undone.skipped).toEqual([]);
  const again = await sample.run(false);
  expect(again.imported).toEqual(first.imported);
  expect(await counts()).toEqual(full);
});

test('undo leaves what was changed here with all that it needs, and says so; what was opened goes', async () => {
  const { db } = sample.ctx;
  await db.share.updateMany({ where: { publication: { linkId: 'B1nyifDt' } }, data: { name: 'Mine now' } });
  await db.publication.update({ where: { linkId: 'abc' }, data: { views: { increment: 1 } } });
  const alias = await db.alias.findFirstOrThrow({ where: { enabled: true } });
  const { shareId } = await db.publication.findUniqueOrThrow({ where: { linkId: 'f7VCMX6U' } });
  await db.share.update({ where: { id: shareId }, data: { description: 'kept' } });
  const { skipped } = await undoImport(sample.ctx, 'pingvin', false);
  const owner = await db.account.findUniqueOrThrow({ where: { login: 'tomasz' } });
  expect(skipped.map(({ kind, oldId }) => `${kind} ${oldId}`).sort()).toEqual(
    [`account ${owner.id}`, `alias ${alias.id}`, 'share B1nyifDt', 'share f7VCMX6U'].sort(),
  );
  expect(await counts()).toMatchObject({ accounts: 2, aliases: 1, shares: 2 });
  expect(skipped.every(({ text }) => text.endsWith('so it stays'))).toBe(true);
});

test('undo leaves an account whose password was changed here, and one that was made a member here', async () => {
  const { ctx } = sample;
  await undoImport(ctx, 'pingvin', false);
  await sample.run(false);
  const came = await ctx.db.imported.findMany({ where: { product: 'pingvin', kind: 'account' } });
  const [changed, member] = came.map(({ newId }) => newId);
  if (!changed || !member) throw new Error('The sample has two accounts or more.');
  const object = { type: 'account', id: changed } as const;
  await record(ctx, { event: 'account.password', object });
  const ownerId = (
    await ctx.db.account.findFirstOrThrow({ where: { id: { notIn: came.map(({ newId }) => newId) } } })
  ).id;
  const id = ctx.newId();
  const row = { id, name: 'Ours', ownerId, enabled: true, validityMs: 60_000n, createdAt: ctx.now };
  await ctx.db.alias.create({ data: { ...row, members: { create: { accountId: member } } } });
  for (const isDryRun of [true, false]) {
    const { skipped } = await undoImport(ctx, 'pingvin', isDryRun);
    const kept = skipped.filter(({ kind }) => kind === 'account').map(({ text }) => text);
    expect(kept).toContain('its password was changed here, so it stays');
    expect(kept).toContain('it owns shares or inboxes, or is a member of one, so it stays');
  }
  expect(await ctx.db.account.count({ where: { id: { in: [changed, member] } } })).toBe(2);
});
