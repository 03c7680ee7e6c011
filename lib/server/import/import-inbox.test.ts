import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { expireShares } from '@/lib/server/jobs/forget';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import type { ImportSource, SourceItem, SourceShare } from './source';
import { undoImport } from './undo-import';

let [isEarly, areExpired] = [false, false];
const sample = sampleFor('pingvin', (folder, options): ImportSource => {
  const source = openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options);
  const items = async function* (): AsyncGenerator<SourceItem> {
    for await (const item of source.items()) {
      if (!('share' in item)) yield item;
      else if (areExpired) yield { share: withExpiredLink(item.share) };
      else if (!isEarly) yield item;
    }
  };
  return { ...source, items };
});

const withExpiredLink = (share: SourceShare): SourceShare => ({
  ...share,
  publication: share.publication && { ...share.publication, publishUntil: new Date(86_400_000) },
});

const received = () =>
  sample.ctx.db.share.findMany({ where: { aliasId: { not: null } }, include: { delivery: true } });

beforeEach(async () => {
  await undoImport(sample.ctx, 'pingvin', false);
  [isEarly, areExpired] = [false, false];
});

test('a delivery comes over and stays, however long ago its link there expired; own shares don’t', async () => {
  areExpired = true;
  const { skipped, imported } = await sample.run(false);
  const drafts = 1;
  expect([imported.shares - drafts, (await received()).length]).toEqual([1, 1]);
  expect(skipped.filter(({ reason }) => reason === 'expired').length).toBeGreaterThan(5);
  expect(await expireShares(sample.ctx)).toBe(0);
});

test('an import makes ordinary shares only, also of what came through an inbox', async () => {
  await sample.run(false);
  expect((await received()).map(({ e2ee, delivery }) => ({ e2ee, delivery }))).toContainEqual({
    e2ee: null,
    delivery: null,
  });
  expect(await sample.ctx.db.share.count({ where: { e2ee: { not: null } } })).toBe(0);
  expect(await sample.ctx.db.delivery.count()).toBe(0);
});

test('nobody is mailed about deliveries that are as old as the other product', async () => {
  await sample.run(false);
  const came = await received();
  expect(came.length).toBeGreaterThan(0);
  expect(came.filter(({ notifiedAt }) => notifiedAt === null)).toEqual([]);
});

test('shares of an account that is being deleted here stay where they are', async () => {
  isEarly = true;
  await sample.run(false);
  const { db } = sample.ctx;
  const all = await db.imported.findMany({ where: { kind: 'account' } });
  const owners = { id: { in: all.map(({ newId: id }) => id) } };
  await db.account.updateMany({ where: owners, data: { deletingAt: new Date() } });
  onTestFinished(async () => {
    await db.account.updateMany({ where: owners, data: { deletingAt: null } });
  });
  isEarly = false;
  const { imported, skipped } = await sample.run(false);
  expect(imported.shares).toBe(0);
  expect(skipped.filter(({ reason }) => reason === 'ownerRemoved').length).toBeGreaterThan(0);
});

const changes = {
  sealed: async ({ db }: Context) => {
    const bytes = { publicKey: randomBytes(32), wrappedKey: randomBytes(76), salt: randomBytes(16) };
    const inboxes = await db.alias.findMany();
    await db.inboxSeal.createMany({
      data: inboxes.map(({ id }) => ({ aliasId: id, iterations: 600_000, ...bytes })),
    });
  },
  'handed over': async ({ db }: Context) => {
    const { id } = await db.account.create({ data: { id: newId(), login: 'heir' } });
    await db.usedAliasId.deleteMany();
    await db.$executeRaw`UPDATE "Alias" SET "ownerId" = ${id}`;
  },
};

test.each([
  { state: 'sealed' as const, why: 'its inbox takes sealed files alone here' },
  { state: 'handed over' as const, why: 'its inbox belongs to another account here' },
])('a later run puts nothing into an inbox that was $state here since', async ({ state, why }) => {
  isEarly = true;
  await sample.run(false);
  await changes[state](sample.ctx);
  isEarly = false;
  const { remarks, imported } = await sample.run(false);
  expect(imported.shares).toBeGreaterThan(0);
  expect(await received()).toEqual([]);
  // They are told from own shares all the same, which expire.
  expect(await sample.ctx.db.delivery.count()).toBe(1);
  expect(remarks).toContainEqual(
    expect.objectContaining({ kind: 'share', text: expect.stringContaining(why) }),
  );
});
