import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { userContext } from '@/testing/service/context';
import { emptyDatabase, ownDatabase } from '@/testing/service/own-database';
import { makeBackup } from './make-backup';
import { unpackBackup } from './restore-backup';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-refused-'));
const backup = path.join(root, 'whole.tar');
let target: Awaited<ReturnType<typeof emptyDatabase>>;

beforeAll(async () => {
  const own = await ownDatabase();
  const storage = diskStorage(fs.mkdtempSync(path.join(root, 'disk-')));
  const { config, ...base } = await userContext({ db: own.db, storage });
  await makeBackup({ ...base, config: { ...config, DATABASE_URL: own.url } }, backup);
  await own.remove();
  target = await emptyDatabase();
});
afterAll(async () => {
  await target.remove();
  fs.rmSync(root, { recursive: true, force: true });
});

const changes: [what: string, change: (bytes: Buffer) => Buffer, said: string][] = [
  ['cut off', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)), 'ends early'],
  ['damaged', (bytes) => bytes.fill(0x21, bytes.length - 3000, bytes.length - 2000), 'damaged'],
  ['damaged in its first entry', (bytes) => bytes.fill(0x21, 512, 600), 'The backup is damaged: '],
  ['compressed', (bytes) => gzipSync(bytes), 'unpack it first'],
];

test.each(changes)(
  'a backup that is %s is refused in a sentence, and Slipway still starts',
  async (_, change, said) => {
    const file = path.join(root, 'changed.tar');
    fs.writeFileSync(file, change(fs.readFileSync(backup)));
    const dataDir = fs.mkdtempSync(path.join(root, 'data-'));
    await expect(unpackBackup(file, dataDir, 'prisma/migrations', target.url)).rejects.toThrow(said);
    expect(fs.readdirSync(dataDir)).toEqual([]);
  },
);
