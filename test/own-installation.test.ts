import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onlyFile } from '../scripts/tools/own-installation';

function fileOf(...words: string[]): string {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
  });
  process.argv = [...argv.slice(0, 2), ...words];
  return onlyFile(['--replace']);
}

test('a tool takes one file and the options that it has, and does nothing for others', () => {
  const file = path.resolve('/backups/today.tar');
  expect([fileOf(file), fileOf('--replace', file)]).toEqual([file, file]);
  expect(() => fileOf(file, '--dry-run')).toThrow('There is no --dry-run.');
  expect(() => fileOf(file, '-n')).toThrow('There is no -n.');
  expect(() => fileOf()).toThrow('Name one file.');
  expect(() => fileOf(file, file)).toThrow('Name one file.');
});

test('a path that is given is of the folder in which the tool was called', () => {
  const { INIT_CWD } = process.env;
  onTestFinished(() => {
    if (INIT_CWD === undefined) delete process.env.INIT_CWD;
    else process.env.INIT_CWD = INIT_CWD;
  });
  process.env.INIT_CWD = path.resolve('/somewhere/else');
  expect(fileOf('today.tar')).toBe(path.resolve('/somewhere/else/today.tar'));
});

test('in a release’s folder, paths that are given are of that folder, although its data lies beside it', () => {
  const release = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'slipway-release-'));
  onTestFinished(() => fs.rmSync(release, { recursive: true }));
  fs.cpSync('scripts/lib', path.join(release, 'scripts/lib'), { recursive: true });
  const program =
    'const { readEnvFile } = await import("./scripts/lib/environment.mjs"); readEnvFile(); console.log(process.cwd(), process.env.INIT_CWD)';
  const { INIT_CWD: _, DATA_DIR: __, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: release,
    env,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(`${path.dirname(release)} ${release}`);
});
