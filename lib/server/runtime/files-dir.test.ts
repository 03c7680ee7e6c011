import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkSpace } from '@/lib/server/services/doctor/check-storage';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { reserveFreeSpace } from '@/lib/server/storage/disk/free-space';
import { mountSmallDisk, unmount } from '@/test/faults/lib/small-disk';
import { openContext } from '@/testing/service/context';
import { checkFilesFolder } from './data-dir';

// Two file systems; where the temporary folder is on /dev/shm, too, these tests say nothing.
let DATA_DIR: string;
let elsewhere: string;
beforeEach(() => {
  DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-data-'));
  elsewhere = fs.mkdtempSync('/dev/shm/slipway-files-');
});
afterEach(() => {
  for (const folder of [DATA_DIR, elsewhere]) fs.rmSync(folder, { recursive: true });
});

test('a files folder on another disk is refused at the start, with the setting and the command that help', async () => {
  const files = path.join(DATA_DIR, 'files');
  fs.symlinkSync(elsewhere, files);
  const starting = checkFilesFolder({ DATA_DIR, FILES_DIR: undefined });
  await expect(starting).rejects.toThrow(
    `Set FILES_DIR=${files}, and before the start move what arrives there, too: mv ${DATA_DIR}/incoming ${DATA_DIR}/storage-id ${files}/`,
  );
  await expect(checkFilesFolder({ DATA_DIR, FILES_DIR: files })).resolves.toBeUndefined();
  expect(fs.readdirSync(elsewhere)).toEqual(['incoming']);
});

test('a folder for what arrives that is another disk than FILES_DIR is refused, too', async () => {
  const away = path.join(elsewhere, 'incoming');
  fs.mkdirSync(away);
  fs.symlinkSync(away, path.join(DATA_DIR, 'incoming'));
  await expect(checkFilesFolder({ DATA_DIR: elsewhere, FILES_DIR: DATA_DIR })).rejects.toThrow(
    `Let ${DATA_DIR}/incoming be an ordinary folder`,
  );
});

test('files are stored, read, listed and removed in FILES_DIR alone, beside what a disk has of its own', async () => {
  fs.mkdirSync(path.join(elsewhere, 'lost+found'));
  fs.writeFileSync(path.join(elsewhere, 'lost+found', 'not-one-of-ours'), 'x');
  fs.writeFileSync(path.join(elsewhere, 'storage-id'), 'here\n');
  await checkFilesFolder({ DATA_DIR, FILES_DIR: elsewhere });
  const storage = diskStorage(diskFolders({ DATA_DIR, FILES_DIR: elsewhere }), { isMarked: true });
  await storage.probe();
  const writer = await storage.openWriter('file-large-abcdefgh', 0, 9);
  await writer.write([Buffer.from('in parts')], 0);
  await writer.close();
  await storage.finish('file-large-abcdefgh', 8);
  await storage.storeWhole('file-small-abcdefgh', [Buffer.from('at once')]);
  const listed: string[] = [];
  for await (const { fileId, isWhole } of storage.list()) if (isWhole) listed.push(fileId);
  expect(listed.sort()).toEqual(['file-large-abcdefgh', 'file-small-abcdefgh']);
  const parts: string[] = [];
  for await (const part of storage.read('file-large-abcdefgh', { start: 0, end: 7 }))
    parts.push(String(part));
  expect(parts.join('')).toBe('in parts');
  expect(await storage.pathOf?.('file-small-abcdefgh')).toBe('gh/file-small-abcdefgh');
  await storage.remove('file-large-abcdefgh');
  expect(fs.readdirSync(path.join(elsewhere, 'gh'))).toEqual(['file-small-abcdefgh']);
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'a disk that has room for bytes and none for more files is full, and the doctor says so',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-inodes-'));
    mountSmallDisk(folder, '20m,nr_inodes=500');
    onTestFinished(() => {
      unmount(folder);
      fs.rmdirSync(folder);
    });
    const floor = { percent: 0, bytes: 1 };
    const storage = reserveFreeSpace(diskStorage(folder), folder, floor);
    await expect(storage.storeWhole('file-abcdefgh', [Buffer.from('x')])).rejects.toThrow('storage.full');
    const { config, ...ctx } = openContext({});
    const found = await checkSpace({ ...ctx, config: { ...config, DATA_DIR: folder, FILES_DIR: folder } });
    expect(found).toMatchObject([{ outcome: 'failure', code: 'noFiles', values: { folder } }]);
  },
);
