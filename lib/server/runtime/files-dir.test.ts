import { execFileSync } from 'node:child_process';
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

test('the commands for moving the database alone leave every file where it is on its disk', async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-move-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true }));
  const before = { DATA_DIR: path.join(home, 'data'), FILES_DIR: undefined };
  fs.mkdirSync(path.join(before.DATA_DIR, 'postgres'), { recursive: true });
  fs.writeFileSync(path.join(before.DATA_DIR, 'storage-id'), 'here\n');
  const stored = diskStorage(diskFolders(before), { isMarked: true });
  await stored.probe();
  await stored.storeWhole('file-stays-abcdefgh', [Buffer.from('it stays')]);
  const inodeIn = (folder: string) => {
    const file = fs.readdirSync(folder, { recursive: true }).find((name) => String(name).endsWith('efgh'));
    return fs.statSync(path.join(folder, String(file))).ino;
  };
  const inode = inodeIn(before.DATA_DIR);

  const [, section = ''] = fs.readFileSync('docs/operate/move.md', 'utf8').split('## Only the database');
  const [, commands = ''] = /```bash\n(.*?)```/s.exec(section) ?? [];
  const after = { DATA_DIR: path.join(elsewhere, 'slipway'), FILES_DIR: path.join(home, 'array/slipway') };
  const here = commands.replaceAll('/mnt/array', path.join(home, 'array')).replaceAll('/mnt/ssd', elsewhere);
  execFileSync('bash', ['-euc', here], { cwd: home });

  await checkFilesFolder(after);
  expect(inodeIn(after.FILES_DIR)).toBe(inode);
  expect(fs.existsSync(path.join(after.DATA_DIR, 'postgres'))).toBe(true);
  const moved = diskStorage(diskFolders(after), { isMarked: true });
  await moved.probe();
  const parts: string[] = [];
  for await (const part of moved.read('file-stays-abcdefgh', { start: 0, end: 7 })) parts.push(String(part));
  expect(parts.join('')).toBe('it stays');
});
