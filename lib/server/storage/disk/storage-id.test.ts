import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createStorageId, probeFolder } from './data-folder';
import { foldersIn } from './folders';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-probe-'));
fs.chmodSync(root, 0o755);
let folder: string;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(root, 'data-'));
  await createStorageId(folder, 'of this test');
  for (const name of ['files', 'incoming']) fs.mkdirSync(path.join(folder, name));
});
afterAll(() => fs.rmSync(root, { recursive: true }));

async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  for (const name of ['.', 'storage-id', 'files', 'incoming']) {
    fs.chownSync(path.join(folder, name), 65534, 65534);
  }
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a folder that takes files leaves nothing of having been tried', async () => {
  await asNobody(() => probeFolder(foldersIn(folder)));
  expect(fs.readdirSync(folder).sort()).toEqual(['files', 'incoming', 'storage-id']);
});

test.each(['.', 'files', 'incoming'])('one that may only be read is noticed: %s', async (name) => {
  fs.chmodSync(path.join(folder, name), 0o555);
  await expect(asNobody(() => probeFolder(foldersIn(folder)))).rejects.toThrow('EACCES');
  fs.chmodSync(path.join(folder, name), 0o755);
});

test('so is one that is missing, and what is made when it is needed may be missing', async () => {
  fs.rmSync(path.join(folder, 'files'), { recursive: true });
  await probeFolder(foldersIn(folder));
  await expect(probeFolder(foldersIn(`${folder}-gone`))).rejects.toThrow('is not mounted');
});
