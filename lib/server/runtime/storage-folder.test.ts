import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { draftShare, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { checkStorageFolder } from './storage-move';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-folders-'));
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(async () => {
  await database.remove();
  fs.rmSync(root, { recursive: true });
});
beforeEach(() => database.db.setting.deleteMany());

const newFolder = () => fs.mkdtempSync(path.join(root, 'folder-'));
const idIn = (folder: string) => fs.readFileSync(path.join(folder, 'storage-id'), 'utf8').trim();

function nodeOn(DATA_DIR: string): Context {
  const ctx = openContext({ db: database.db });
  return { ...ctx, config: { ...ctx.config, DATA_DIR }, storage: diskStorage(DATA_DIR) };
}
const starts = (folder: string, isAlone = false) => checkStorageFolder(nodeOn(folder), { isAlone });

test('nodes that start at once on one folder agree on its id, and start again on it', async () => {
  const folder = newFolder();
  await Promise.all([1, 2, 3, 4].map(() => starts(folder)));
  await starts(folder);
  const known = await database.db.setting.findUniqueOrThrow({ where: { key: 'storage.folder' } });
  expect(known.value).toBe(idIn(folder));
});

test('a node with a folder of its own is refused in a sentence, whether it is empty or another’s', async () => {
  const [shared, another, empty] = [newFolder(), newFolder(), newFolder()];
  await starts(shared);
  fs.writeFileSync(path.join(another, 'storage-id'), 'of another installation\n');
  for (const folder of [another, empty]) {
    await expect(starts(folder)).rejects.toThrow(
      `DATA_DIR is "${folder}", but the files of this database are in another folder, which has "${idIn(shared)}"`,
    );
  }
});

test('a folder that was restored without its id is known by its files, and one that lacks some is not', async () => {
  const before = newFolder();
  await starts(before);
  const ctx = await userContext({ db: database.db });
  const { id: shareId } = await draftShare(ctx);
  const file = { id: ctx.newId(), shareId, name: 'a', sizeBytes: 4, storedBytes: 4, mimeType: 'text/plain' };
  await ctx.db.file.create({ data: { ...file, state: 'complete' } });
  const restored = newFolder();
  await expect(starts(restored)).rejects.toThrow('are in another folder');
  const storage = diskStorage(restored);
  const writer = await storage.openWriter(file.id, 0, 4);
  await writer.write([Buffer.from('text')], 0);
  await writer.close();
  await storage.finish(file.id, 4);
  await starts(restored);
  expect(idIn(restored)).toBe(idIn(before));
});

test('a folder that holds the database itself can be no other', async () => {
  for (const folder of [newFolder(), newFolder()])
    await expect(starts(folder, true)).resolves.toBeUndefined();
});

test('nothing is stored where the folder isn’t mounted any more', async () => {
  const folder = newFolder();
  const storage = diskStorage(folder, { isMarked: true });
  await expect(storage.openWriter('some-file-id', 0, 1)).rejects.toMatchObject({
    code: 'server.unavailable',
  });
  const small = storage.storeWhole('some-file-id', [Buffer.from('x')]);
  await expect(small).rejects.toMatchObject({ code: 'server.unavailable' });
  await expect(storage.probe()).rejects.toThrow('not mounted');
  fs.writeFileSync(path.join(folder, 'storage-id'), 'here\n');
  await (await storage.openWriter('some-file-id', 0, 1)).close();
  await storage.probe();
  expect(fs.readdirSync(folder).sort()).toEqual(['incoming', 'storage-id']);
});
