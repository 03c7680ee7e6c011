import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { uploadableThrough } from '@/lib/server/services/upload/access';
import { createUpload } from '@/lib/server/services/upload/create';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { waitingStatements } from '@/testing/service/meeting';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { dropStaleUploads } from './unfinished-uploads';

const hour = 3_600_000;
const megabyte = 1024 * 1024;

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

/** An upload of a megabyte through an inbox, half of which is there. */
async function senderHalfway() {
  const { db } = own;
  const owner = await userContext({ db });
  const alias = await ownAlias(owner);
  const pass = await newAliasPass(owner, alias.id);
  const ctx = { ...pass, db, config: { ...pass.config, RATE_LIMITS: true } };
  const given = { name: null, description: null, maxViews: 3 };
  const { id: shareId } = await createShareThroughAlias(ctx, given);
  const fileId = ctx.newId();
  const destination = { shareId, allowed: uploadableThrough(ctx) };
  const file = { name: 'a.bin', path: '', mimeType: 'text/plain', sizeBytes: megabyte };
  await createUpload(ctx, { id: fileId, destination, file });
  const progress = { fileId, from: 0, to: megabyte / 2, crc32: '00000000' };
  await saveProgress(ctx, progress);
  const counted = async () => {
    const rows = await db.rateLimit.findMany({ where: { key: `aliasBytes:${alias.id}` } });
    return rows.reduce((sum, { count }) => sum + Number(count), 0);
  };
  const sweep = () => dropStaleUploads({ ...ctx, now: new Date(ctx.now.getTime() + 60 * hour) });
  return { ctx, db, shareId, fileId, counted, sweep };
}

test('an upload that goes on while the clean-up comes to it stays, and its inbox gets no allowance back for it', async () => {
  const { ctx, db, shareId, fileId, counted, sweep } = await senderHalfway();
  expect(await counted()).toBe(megabyte);
  let sweeping: Promise<number> = Promise.resolve(0);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
    sweeping = sweep();
    while ((await waitingStatements(ctx)) === 0);
    const expiresAt = new Date(ctx.now.getTime() + 100 * hour);
    await tx.upload.update({ where: { fileId }, data: { expiresAt } });
  });
  expect(await sweeping).toBe(0);
  expect(await db.file.count({ where: { id: fileId } })).toBe(1);
  expect(await counted()).toBe(megabyte);
});

test('an inbox gets its room back when an upload is given up', async () => {
  const { db, fileId, counted, sweep } = await senderHalfway();
  expect(await sweep()).toBeGreaterThan(0);
  expect(await db.file.count({ where: { id: fileId } })).toBe(0);
  expect(await counted()).toBe(megabyte / 2);
});
