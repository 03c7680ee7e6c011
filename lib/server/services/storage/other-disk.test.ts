import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import { collectOwnData } from '@/lib/server/services/own-data/collect';
import { requestOwnData } from '@/lib/server/services/own-data/own-data';
import { storeThumbnails } from '@/lib/server/services/thumbnail/make';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { draftShare, inNewSession, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { compareStorage } from './compare';

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const password = 'a horse in the harbour';

test('with FILES_DIR, small pictures and the archive of own data lie there, and the check of the storage misses nothing', async () => {
  const [DATA_DIR, FILES_DIR] = [
    fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-data-')),
    fs.mkdtempSync('/dev/shm/slipway-files-'),
  ];
  onTestFinished(() => {
    for (const folder of [DATA_DIR, FILES_DIR]) fs.rmSync(folder, { recursive: true });
  });
  const config = configWith({ DATA_DIR, FILES_DIR });
  const person = await userContext({ db: own.db, config, passwordHash: await hashPassword(password) });
  const ctx = { ...(await inNewSession(person)), storage: diskStorage(diskFolders(config)) };
  const { id: shareId } = await draftShare(ctx);
  const id = ctx.newId();
  await ctx.storage.storeWhole(id, [Buffer.from('abc')]);
  const row = { id, shareId, name: 'a.png', mimeType: 'image/png', state: 'complete' } as const;
  await own.db.file.create({ data: { ...row, sizeBytes: 3, storedBytes: 3, crc32: '352441c2' } });
  await storeThumbnails(ctx, id, { small: Buffer.from('small'), large: Buffer.from('large') });
  await requestOwnData(ctx, { password, code: '', files: true });
  expect(await collectOwnData(ctx)).toBe(1);

  const found = [];
  for await (const one of compareStorage(ctx, true)) found.push(one);
  expect(found).toEqual([]);
  const texts = await own.db.exportFile.count({ where: { accountId: ctx.viewer.id } });
  const kept = fs.readdirSync(FILES_DIR, { recursive: true, withFileTypes: true });
  expect(texts).toBeGreaterThan(0);
  expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThanOrEqual(4);
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});
