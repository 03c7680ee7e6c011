import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import {
  activateStaging,
  beginStaging,
  isOccupied,
  isVerified,
  markVerified,
  stagingFolder,
} from './staging';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-staging-'));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true, force: true });
});

const writeFile = (folder: string, name: string, text: string) => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

const names = ['files/ab/one', 'secret', 'postgres/data/PG_VERSION'];

async function createVerifiedRestore(): Promise<string> {
  const dataDir = fs.mkdtempSync(path.join(fs.mkdirSync(root, { recursive: true }) ?? root, 'data-'));
  for (const name of [...names, 'incoming/half', 'storage-id']) writeFile(dataDir, name, `old ${name}`);
  const staging = await beginStaging(dataDir);
  for (const name of names) writeFile(staging, name, `new ${name}`);
  markVerified(dataDir, 'replaced');
  return dataDir;
}

function readContent(dataDir: string): Record<string, string> {
  const all = fs.readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const files = all.map((it) => path.join(it.parentPath, it.name));
  return Object.fromEntries(
    files.map((file) => [path.relative(dataDir, file), fs.readFileSync(file, 'utf8')]),
  );
}

const restored = {
  ...Object.fromEntries(names.map((name) => [name, `new ${name}`])),
  ...Object.fromEntries(
    [...names, 'incoming/half', 'storage-id'].map((name) => [`replaced/${name}`, `old ${name}`]),
  ),
};

test('restored data replace those of before, which are kept aside', async () => {
  const dataDir = await createVerifiedRestore();
  expect(activateStaging(dataDir)).toEqual([path.join(dataDir, 'replaced')]);
  expect(readContent(dataDir)).toEqual(restored);
  expect(fs.existsSync(stagingFolder(dataDir))).toBe(false);
});

test('broken off at any moment, it goes on where it was and loses nothing', async () => {
  const rename = fs.renameSync;
  let moves = 0;
  for (let until = 0; until <= moves; until++) {
    const dataDir = await createVerifiedRestore();
    moves = 0;
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (moves++ === until) throw new Error('the power is gone');
      rename(from, to);
    });
    const isBroken = (() => {
      try {
        activateStaging(dataDir);
        return false;
      } catch {
        return true;
      }
    })();
    vi.restoreAllMocks();
    if (isBroken) {
      expect(isVerified(dataDir)).toBe(true);
      activateStaging(dataDir);
    }
    expect(readContent(dataDir)).toEqual(restored);
  }
  expect(moves).toBeGreaterThan(names.length * 2);
});

async function restoreInTwoPlaces(): Promise<{ dataDir: string; filesDir: string }> {
  const dataDir = await createVerifiedRestore();
  for (const name of ['files', 'incoming', 'storage-id', 'restore/files'])
    fs.rmSync(path.join(dataDir, name), { recursive: true });
  const filesDir = fs.mkdtempSync(path.join(root, 'files-'));
  for (const name of ['ab/one', 'cd/gone', 'incoming/half', 'storage-id', 'lost+found/x'])
    writeFile(filesDir, name, `old ${name}`);
  const staging = await beginStaging(filesDir);
  for (const name of ['ab/one', 'ef/more']) writeFile(staging, `files/${name}`, `new ${name}`);
  return { dataDir, filesDir };
}

test('with FILES_DIR, files go there and aside there, also when it was broken off at any moment', async () => {
  const rename = fs.renameSync;
  let moves = 0;
  for (let until = 0; until <= moves; until++) {
    const { dataDir, filesDir } = await restoreInTwoPlaces();
    moves = 0;
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (moves++ === until) throw new Error('the power is gone');
      rename(from, to);
    });
    try {
      activateStaging(dataDir, filesDir);
    } catch {
      vi.restoreAllMocks();
      expect(isVerified(dataDir)).toBe(true);
      activateStaging(dataDir, filesDir);
    }
    vi.restoreAllMocks();
    expect(readContent(filesDir)).toEqual({
      'ab/one': 'new ab/one',
      'ef/more': 'new ef/more',
      'lost+found/x': 'old lost+found/x',
      ...Object.fromEntries(
        ['ab/one', 'cd/gone', 'incoming/half', 'storage-id'].map((name) => [
          `replaced/${name}`,
          `old ${name}`,
        ]),
      ),
    });
    expect(readContent(dataDir)).toMatchObject({ secret: 'new secret', 'replaced/secret': 'old secret' });
  }
  expect(moves).toBeGreaterThan(8);
});

test('a restore that is being removed is not one that was broken off', async () => {
  const dataDir = await createVerifiedRestore();
  vi.spyOn(fs, 'rmSync')
    .mockImplementationOnce(() => undefined)
    .mockImplementationOnce(() => {
      throw new Error('the power is gone');
    });
  expect(() => activateStaging(dataDir)).toThrow('the power is gone');
  vi.restoreAllMocks();
  expect(fs.existsSync(stagingFolder(dataDir))).toBe(false);
  for (const [name, text] of Object.entries(restored)) expect(readContent(dataDir)[name]).toBe(text);
});

test('an installation that is there is seen, and empty folders are none', async () => {
  const dataDir = await createVerifiedRestore();
  expect(isOccupied(dataDir)).toBe(true);
  const empty = path.join(root, 'empty');
  fs.mkdirSync(path.join(empty, 'files'), { recursive: true });
  expect(isOccupied(empty)).toBe(false);
});
