import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import { undoImport } from './undo-import';

const sample = sampleFor('pingvin', (folder, options) =>
  openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options),
);

test('with --merge an account joins the one of its login that is here, which stays as it is, also when undone', async () => {
  const { db, newId } = sample.ctx;
  const ours = { id: newId(), login: 'tomasz', email: 'ours@example.org', admin: false };
  await db.account.create({ data: ours });
  const before = await db.account.findMany();
  const dry = await sample.run(true, { mergesAccounts: true });
  const report = await sample.run(false, { mergesAccounts: true });
  const joins = report.remarks.filter(({ text }) => text.startsWith('joins '));
  expect(joins).toMatchObject([{ kind: 'account', text: expect.stringContaining('joins tomasz') }]);
  expect(dry.remarks.map(({ text }) => text)).toContain(joins[0]?.text);
  expect(await db.account.findUnique({ where: { id: ours.id } })).toMatchObject(ours);
  // The other account of that login, which differs by case, stays separate.
  expect(await db.account.count({ where: { login: 'tomasz-2' } })).toBe(1);
  const theirs = sample.expected.shares.filter(({ owner }) => owner === 'tomasz');
  expect(theirs.length).toBeGreaterThan(0);
  expect(await db.share.count({ where: { ownerId: ours.id } })).toBe(theirs.length);
  // A merged account stays merged, also without the option.
  expect((await sample.run(false)).imported.accounts).toBe(0);
  await undoImport(sample.ctx, 'pingvin', false);
  expect(await db.account.findMany()).toEqual(before);
  expect(await db.share.count()).toBe(0);
});

test('an import without --merge joins nobody to an existing account', async () => {
  const { db } = sample.ctx;
  const { remarks } = await sample.run(false);
  const ours = await db.account.findUniqueOrThrow({ where: { login: 'tomasz' } });
  const renamed = await db.account.findUniqueOrThrow({ where: { login: 'tomasz-2' } });
  expect(remarks.map(({ text }) => text)).toContain(`signs in as tomasz-2, not as ${renamed.email}`);
  expect(await db.share.count({ where: { ownerId: ours.id } })).toBe(0);
  expect(await db.account.count({ where: { login: { in: ['tomasz-2', 'tomasz-3'] } } })).toBe(2);
});
