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
