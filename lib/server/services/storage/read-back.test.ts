import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { checkReadBack } from '@/lib/server/services/doctor/check-storage';
import { readFacts } from '@/lib/server/services/info/facts';
import { composeAccountMail } from '@/lib/server/services/notice/account-mail';
import { draftShare, later, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { readBack, readState } from './read-back';

const day = 86_400;
const megabyte = 1024 * 1024;

let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: UserContext;
let shareId: string;

beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());
beforeEach(async () => {
  await own.db.setting.deleteMany();
  await own.db.notice.deleteMany();
  await own.db.account.deleteMany();
  const mail = { send: async () => undefined } as unknown as Context['mail'];
  const config = configWith({ STORAGE_CHECK: '90 days' });
  ctx = await userContext({ db: own.db, config, mail, admin: true, email: 'ada@example.org' });
  shareId = (await draftShare(ctx)).id;
});

async function stored(bytes: Buffer): Promise<string> {
  const id = ctx.newId();
  await ctx.storage.storeWhole(id, [bytes]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = { id, shareId, name: 'a.bin', mimeType: 'text/plain', state: 'complete', sha256 } as const;
  await own.db.file.create({ data: { ...row, sizeBytes: bytes.length, storedBytes: bytes.length } });
  return id;
}

const placeOf = async (id: string) =>
  path.join(ctx.config.DATA_DIR, (await ctx.storage.pathOf?.(id)) ?? 'no disk');

async function flipBit(id: string): Promise<void> {
  const file = await placeOf(id);
  const bytes = fs.readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}

const all = { node: 'one', budgetMs: 60_000 };
const foundIn = async () =>
  Object.fromEntries(((await readState(ctx))?.found ?? []).map(({ fileId, how }) => [fileId, how]));
const notices = () => own.db.notice.findMany({ where: { kind: 'storageDamaged' } });

test('a flipped bit, a cut file and a missing one are found, and told by doctor, metric and one mail', async () => {
  const [flipped, cut, missing, fine] = await Promise.all(
    [3 * megabyte, megabyte, 10, 20].map((size) => stored(Buffer.alloc(size, 'x'))),
  );
  if (!flipped || !cut || !missing || !fine) throw new Error('There are four.');
  await flipBit(flipped);
  fs.truncateSync(await placeOf(cut), 1000);
  fs.rmSync(await placeOf(missing));

  expect(await readBack(ctx, all)).toBe(false);
  expect(await foundIn()).toEqual({ [flipped]: 'changed', [cut]: 'unreadable', [missing]: 'unreadable' });
  expect(await checkReadBack(ctx)).toMatchObject([
    { check: 'storage', outcome: 'failure', code: 'damaged', values: { count: '3' } },
  ]);
  expect((await readFacts(ctx)).damaged).toBe(3);
  const [notice, ...more] = await notices();
  expect([notice?.accountId, more]).toEqual([ctx.viewer.id, []]);
  const mail = notice && (await composeAccountMail(ctx, notice));
  expect(mail?.text).toContain('3 of them can’t be read');
});

test('damaged files are checked daily: mended ones are forgotten, and nothing is mailed twice', async () => {
  const [back, bad] = [await stored(Buffer.from('one')), await stored(Buffer.from('two'))];
  for (const id of [back, bad]) await flipBit(id);
  await readBack(ctx, all);
  fs.writeFileSync(await placeOf(back), 'one');
  await readBack(later(ctx, day / 2), all);
  expect(Object.keys(await foundIn())).toHaveLength(2);
  await readBack(later(ctx, day), all);
  expect(await foundIn()).toEqual({ [bad]: 'changed' });
  await own.db.file.delete({ where: { id: bad } });
  await readBack(later(ctx, 2 * day), all);
  expect(await foundIn()).toEqual({});
  expect(await notices()).toHaveLength(1);
  expect(await checkReadBack(ctx)).toMatchObject([{ outcome: 'fine', code: 'readBack' }]);
});

test('a file whose checksum is still to be made is no damage, and is read once it has one', async () => {
  const id = await stored(Buffer.from('one'));
  const { sha256 } = await own.db.file.update({ where: { id }, data: { sha256: null } });
  expect(sha256).toBeNull();
  await readBack(ctx, all);
  expect(await foundIn()).toEqual({});
  await own.db.file.update({ where: { id }, data: { sha256: 'f'.repeat(64) } });
  await readBack(later(ctx, 91 * day), all);
  expect(await foundIn()).toEqual({ [id]: 'changed' });
});

test('a large file is read in pieces, and files are read again after the time alone', async () => {
  const [large, small] = [await stored(Buffer.alloc(20 * megabyte, 'y')), await stored(Buffer.from('x'))];
  await flipBit(large);
  let runs = 1;
  for (; await readBack(later(ctx, runs * 15), { node: 'one', budgetMs: 0 }); runs++);
  expect(runs).toBeGreaterThanOrEqual(5);
  expect(await foundIn()).toEqual({ [large]: 'changed' });

  await flipBit(small);
  await readBack(later(ctx, 89 * day), all);
  expect(Object.keys(await foundIn())).toEqual([large]);
  await readBack(later(ctx, 91 * day), all);
  expect(Object.keys(await foundIn()).sort()).toEqual([large, small].sort());
});

test('two nodes don’t read the same; one goes on for another that has ended', async () => {
  const large = await stored(Buffer.alloc(12 * megabyte, 'z'));
  await flipBit(large);
  expect(await readBack(ctx, { node: 'one', budgetMs: 0 })).toBe(true);
  expect(await readBack(later(ctx, 15), { node: 'two', budgetMs: 60_000 })).toBe(true);
  expect((await readState(ctx))?.reading).toMatchObject({ fileId: large, node: 'one' });
  expect(await foundIn()).toEqual({});
  expect(await readBack(later(ctx, 300), { node: 'two', budgetMs: 60_000 })).toBe(false);
  expect(await foundIn()).toEqual({ [large]: 'changed' });
});

test('a process that ended within a file reads it from the start at its next start', async () => {
  const large = await stored(Buffer.alloc(12 * megabyte, 'w'));
  const asOnlyNode = { node: 'only', budgetMs: 0 };
  expect(await readBack(ctx, asOnlyNode)).toBe(true);
  fs.writeFileSync(
    await placeOf(large),
    Buffer.concat([Buffer.from('v'), Buffer.alloc(12 * megabyte - 1, 'w')]),
  );
  vi.resetModules();
  const started = await import('./read-back');
  while (await started.readBack(later(ctx, 15), asOnlyNode));
  expect(await foundIn()).toEqual({ [large]: 'changed' });
});

test('a storage that doesn’t answer is no damage, and what is off reads nothing', async () => {
  const id = await stored(Buffer.from('one'));
  fs.rmSync(await placeOf(id));
  const away = async () => Promise.reject(new Error('The bucket is away.'));
  await expect(readBack({ ...ctx, storage: { ...ctx.storage, probe: away } }, all)).rejects.toThrow('away');
  expect(await readState(ctx)).toBeNull();
  const config = configWith({ STORAGE_CHECK: 'off' });
  expect([await readBack({ ...ctx, config }, all), await readState(ctx)]).toEqual([false, null]);
});
