import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin/pingvin';
import type { ImportSource, SourceItem } from './source';
import { undoImport } from './undo-import';

let isEarly = false;
const sample = sampleFor('pingvin', (folder, options): ImportSource => {
  const source = openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options);
  const items = async function* (): AsyncGenerator<SourceItem> {
    for await (const item of source.items()) if (!(isEarly && 'share' in item)) yield item;
  };
  return { ...source, items };
});

const received = () =>
  sample.ctx.db.share.findMany({ where: { aliasId: { not: null } }, include: { delivery: true } });

beforeEach(async () => {
  await undoImport(sample.ctx, 'pingvin', false);
  isEarly = false;
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
  expect(remarks).toContainEqual(
    expect.objectContaining({ kind: 'share', text: expect.stringContaining(why) }),
  );
});
