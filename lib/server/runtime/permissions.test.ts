import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BadConfiguration } from '@/lib/server/config';
import { makeDataDir, restrictPermissions } from '@/lib/server/runtime/data-dir';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const files = ['secret', 'files/1/one', 'postgres/data/PG_VERSION'];
const folders = ['.', 'incoming', 'files', 'files/1', 'postgres', 'postgres/data'];
let dir: string;

const at = (name: string) => path.join(dir, name);
const modeOf = (name: string) => (fs.statSync(at(name)).mode & 0o7777).toString(8);
const modes = (names: string[]) => Object.fromEntries(names.map((name) => [name, modeOf(name)]));

function forAll(change: (place: string) => void): void {
  for (const name of [...folders, ...files]) change(at(name));
}

function closed(settings: Partial<Parameters<typeof restrictPermissions>[0]> = {}): string[] {
  const warnings: string[] = [];
  const all = {
    DATA_DIR: dir,
    FILES_DIR: undefined,
    DATABASE_URL: undefined,
    AUTH_SECRET: undefined,
    STORAGE: 'disk',
  } as const;
  restrictPermissions({ ...all, ...settings }, (warning) => warnings.push(warning));
  return warnings;
}

function asNobody<T>(work: () => T): T {
  process.seteuid?.(nobody);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(BadConfiguration);
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
}

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway private '));
  for (const folder of folders) fs.mkdirSync(at(folder), { recursive: true });
  for (const file of files) fs.writeFileSync(at(file), 'ours');
  forAll((place) => fs.chmodSync(place, 0o777));
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test('what chmod -R 777 has opened is closed again', () => {
  expect(closed()).toEqual([]);
  expect(modes(['.', 'incoming', 'files', 'secret', 'postgres', 'postgres/data'])).toEqual({
    '.': '775',
    incoming: '770',
    files: '770',
    secret: '600',
    postgres: '700',
    'postgres/data': '700',
  });
});

test('a closed file stays as it is, and a missing one is no error', () => {
  forAll((place) => fs.chmodSync(place, 0o700));
  fs.rmSync(at('postgres'), { recursive: true });
  expect(closed()).toEqual([]);
  expect(modes(['.', 'incoming', 'files', 'secret'])).toEqual({
    '.': '700',
    incoming: '700',
    files: '700',
    secret: '600',
  });
});

test.runIf(isRoot)(
  'a database that another account owns is refused with the command that gives it over',
  () => {
    const sentence = refusal(() => asNobody(() => closed()));
    expect(sentence).toBe(
      `${at('postgres')} belongs to the account with uid 0, and Slipway runs as 65534. Start it as that account, or as root give all of it to this one: chown -R 65534 '${dir}' (for a container: the folder that is mounted there)`,
    );
  },
);

test.runIf(isRoot)(
  'a secret that stays readable for others is warned of, with the command that closes it',
  () => {
    const warnings = asNobody(() => closed({ DATABASE_URL: 'postgresql://elsewhere/slipway' }));
    expect(warnings).toEqual([
      `${at('secret')} is open to other accounts (mode 777), and this account may not change that (EPERM). As its owner or root run: chmod 600 '${at('secret')}'`,
    ]);
    expect(
      asNobody(() => closed({ DATABASE_URL: 'postgresql://elsewhere/slipway', AUTH_SECRET: 's' })),
    ).toEqual([]);
  },
);

test.runIf(isRoot)(
  'a database’s folder that its user may not close is refused with the chmod to type',
  () => {
    fs.chownSync(at('postgres'), nobody, nobody);
    const sentence = refusal(() => asNobody(() => closed()));
    expect(sentence).toBe(
      `${at('postgres/data')} is open to other accounts (mode 777), and this account may not change that (EPERM). As its owner or root run: chmod 700 '${at('postgres/data')}'`,
    );
  },
);

test.each(['~/data', '$HOME/data'])(
  '%s, which nobody has replaced, makes no folder of that name',
  (given) => {
    expect(refusal(() => makeDataDir(path.join(dir, given)))).toMatch(
      /only shells replace .+ the whole path/,
    );
    expect(fs.readdirSync(dir).filter((name) => /[~$]/.test(name))).toEqual([]);
    fs.mkdirSync(path.join(dir, given), { recursive: true });
    expect(() => makeDataDir(path.join(dir, given))).not.toThrow(); // as it was before
  },
);

test.each(['/proc/x', '/proc/x/y'])('%s, where nobody can make a folder, is refused in words', (given) => {
  expect(refusal(() => makeDataDir(given))).toMatch(
    `DATA_DIR is "${given}" but must be a folder that this account may read and write`,
  );
});
