import { expect, test } from 'vitest';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { storeFiles } from '@/lib/server/services/form/store';
import { uploadableBy, uploadableThrough } from '@/lib/server/services/upload/access';
import { createUpload } from '@/lib/server/services/upload/create';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { draftShare, ownAlias, userContext, warmUp } from '@/testing/service/context';
import { outcomes } from '@/testing/service/limited';
import { lockShareAndQuota } from './quota-sql';
import { effectiveLimits, quotaRefusal, usageOf } from './usage';

type Limits = { maxBytes?: number; maxFiles?: number };

async function limited(limits: Limits, defaults: Partial<Context['config']> = {}) {
  const ctx = await userContext();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: limits });
  return { ...ctx, config: { ...ctx.config, ...defaults } };
}

async function addFile(ctx: Context, shareId: string, sizeBytes: number): Promise<string> {
  const id = ctx.newId();
  const allowed = ctx.viewer ? uploadableBy(ctx.viewer) : uploadableThrough(ctx as AliasContext);
  const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes };
  await createUpload(ctx, { id, destination: { shareId, allowed }, file });
  return id;
}

const shareOf = async (ctx: UserContext) => (await draftShare(ctx)).id;
const used = async (ctx: UserContext) => {
  const { bytes, files } = await usageOf(ctx, ctx.viewer.id);
  return { bytes, files };
};

test('an account is filled to the byte over all of its shares, and deleting makes room', async () => {
  const ctx = await limited({ maxBytes: 100 });
  const [one, other] = [await shareOf(ctx), await shareOf(ctx)];
  const first = await addFile(ctx, one, 60);
  await expect(addFile(ctx, other, 41)).rejects.toMatchObject({
    code: 'upload.quotaBytes',
    status: 413,
    values: { max: { bytes: 100 }, left: { bytes: 40 } },
  });
  await addFile(ctx, other, 40);
  await addFile(ctx, other, 0);
  await removeUpload(ctx, { fileId: first, shareId: one });
  await addFile(ctx, other, 60);
  expect(await used(ctx)).toEqual({ bytes: 100, files: 3 });
});

test('an upload that was given up and holds the room is named with its share, to its owner alone', async () => {
  const ctx = await limited({ maxBytes: 100 });
  const { id: plans } = await draftShare(ctx, { name: 'Holiday' });
  const given = await addFile(ctx, plans, 60);
  const other = await shareOf(ctx);
  await expect(addFile(ctx, other, 50)).rejects.toMatchObject({ code: 'upload.quotaBytes' }); // it may go on yet
  await ctx.db.upload.update({
    where: { fileId: given },
    data: { updatedAt: new Date(0), leaseHolder: null },
  });
  await expect(addFile(ctx, other, 50)).rejects.toMatchObject({
    code: 'upload.roomHeld',
    status: 413,
    values: { file: 'a.txt', share: 'Holiday', held: { bytes: 60 }, max: { bytes: 100 } },
  });
  await expect(addFile(ctx, other, 101)).rejects.toMatchObject({ code: 'upload.quotaBytes' }); // it is not in the way
  const sender = { ...ctx, viewer: null };
  expect(await quotaRefusal(sender, ctx.viewer.id, { bytes: 50, files: 1 })).toMatchObject({
    code: 'upload.inboxFull',
  });
});

test('the number of files is bounded, too, the empty ones included', async () => {
  const ctx = await limited({ maxFiles: 2 });
  const share = await shareOf(ctx);
  await addFile(ctx, share, 0);
  await addFile(ctx, await shareOf(ctx), 5);
  await expect(addFile(ctx, share, 0)).rejects.toMatchObject({
    code: 'upload.quotaFiles',
    values: { max: 2, left: 0 },
  });
});

test('the installation’s limit counts for accounts without their own; 0 is none', async () => {
  const defaults = { ACCOUNT_MAX_SIZE: 10, ACCOUNT_MAX_FILES: 1 };
  const byDefault = await limited({}, defaults);
  await expect(addFile(byDefault, await shareOf(byDefault), 11)).rejects.toThrow('upload.quotaBytes');
  const free = await limited({ maxBytes: 0, maxFiles: 0 }, defaults);
  const share = await shareOf(free);
  for (let n = 0; n < 3; n++) await addFile(free, share, 100);
  const larger = await limited({ maxBytes: 50, maxFiles: 0 }, defaults);
  await addFile(larger, await shareOf(larger), 50);
});

test('a limit below what is there takes nothing away and lets nothing in', async () => {
  const ctx = await limited({});
  const share = await shareOf(ctx);
  await addFile(ctx, share, 50);
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 20 } });
  await expect(addFile(ctx, share, 0)).rejects.toMatchObject({
    values: { max: { bytes: 20 }, left: { bytes: 0 } },
  });
  expect(await used(ctx)).toEqual({ bytes: 50, files: 1 });
});

test('deliveries through an alias count for its owner, and the sender learns none of the owner’s figures', async () => {
  const owner = await limited({ maxBytes: 100 });
  const { viewer } = await userContext();
  const alias = await ownAlias(owner, { members: [viewer.id] });
  const share = await shareOf(owner);
  await owner.db.share.update({
    where: { id: share },
    data: { aliasId: alias.id, delivery: { create: {} } },
  });
  const pass = { id: alias.id, ownerId: owner.viewer.id, validityMs: 60_000 };
  const sender: AliasContext = { ...owner, viewer: null, alias: pass };
  await addFile(sender, share, 70);
  await expect(addFile(sender, share, 31)).rejects.toMatchObject({ code: 'upload.inboxFull', values: {} });
  const member = { ...owner, viewer };
  await expect(addFile(member, share, 31)).rejects.toMatchObject({ code: 'upload.inboxFull', values: {} });
  expect(await used(owner)).toEqual({ bytes: 70, files: 1 });
});

test.each([
  ['bytes', { maxBytes: 50 }, 'upload.quotaBytes'],
  ['files', { maxFiles: 5 }, 'upload.quotaFiles'],
])(
  'twelve uploads created at once never exceed a quota of %s, whichever way they come',
  async (_, limits, code) => {
    const ctx = await limited(limits);
    const shares = await Promise.all(Array.from({ length: 6 }, () => shareOf(ctx)));
    await warmUp(ctx, 12);
    const ends = await Promise.allSettled([
      ...shares.map((share) => addFile(ctx, share, 10)),
      ...shares.map((share) => addForm(ctx, share, 10)),
    ]);
    const { ok, ...refused } = outcomes(ends);
    expect(ok).toBe(5);
    expect(refused).toEqual({ [code]: 7 });
    expect(await used(ctx)).toEqual({ bytes: 50, files: 5 });
  },
);

async function addForm(ctx: UserContext, shareId: string, sizeBytes: number): Promise<void> {
  const id = ctx.newId();
  await ctx.db.removal.create({ data: { fileId: id, since: new Date(Date.now() + 60_000) } });
  const file = { id, name: 'b.txt', path: '', mimeType: 'text/plain', sizeBytes, crc32: '00000000' };
  await storeFiles(ctx, { shareId, allowed: uploadableBy(ctx.viewer), files: [{ ...file, sha256: null }] });
}

test('an account without a limit waits for nobody but who writes to the same share', async () => {
  const ctx = await limited({});
  const [one, other] = [await shareOf(ctx), await shareOf(ctx)];
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw(lockShareAndQuota(ctx.config, one));
    await addFile(ctx, other, 10);
  });
  expect(await used(ctx)).toEqual({ bytes: 10, files: 1 });
});

test('forty uploads created at once for a full account wait in turn, and leave others their connections', async () => {
  const ctx = await limited({ maxFiles: 3 });
  const shares = await Promise.all(Array.from({ length: 40 }, () => shareOf(ctx)));
  const { db } = await userContext();
  let ends: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const slowly = async (tx: Parameters<Parameters<typeof db.$transaction>[0]>[0]) => {
    await tx.$executeRaw(lockShareAndQuota(ctx.config, shares[0] ?? ''));
    ends = Promise.allSettled(shares.map((share) => addFile(ctx, share, 1)));
    await tx.$executeRaw`SELECT pg_sleep(3)`; // longer than a transaction waits for a connection
    await warmUp(ctx, 6);
  };
  await db.$transaction(slowly, { timeout: 20_000 });
  expect(outcomes((await ends) ?? [])).toEqual({ ok: 3, 'upload.quotaFiles': 37 });
});

test.each([
  [
    'none of its own has those of the server',
    { maxBytes: null, maxFiles: null },
    { maxBytes: 50, maxFiles: 7 },
  ],
  ['0 of its own has none', { maxBytes: 0n, maxFiles: 0 }, { maxBytes: null, maxFiles: null }],
  ['its own has those', { maxBytes: 9n, maxFiles: 3 }, { maxBytes: 9, maxFiles: 3 }],
])('an account with limits of %s', async (_, own, limits) => {
  const { config } = await limited({}, { ACCOUNT_MAX_SIZE: 50, ACCOUNT_MAX_FILES: 7 });
  expect(effectiveLimits({ config }, own)).toEqual(limits);
});
