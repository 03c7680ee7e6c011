import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = fs.readFileSync('docs/compatibility.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Hole)\S/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

const sources = ['lib', 'e2e', 'components']
  .flatMap((dir) =>
    fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => path.join(dir, name)),
  )
  .filter((name) => /\.(test|spec)\.ts$/.test(name))
  .map((name) => fs.readFileSync(name, 'utf8'));

test('there are rows to look at', () => expect(rows.length).toBeGreaterThan(20));

test.each(rows)('%s: a test of that name guards it', (_hole, _here, name) => {
  expect(sources.some((source) => source.includes(`'${name}'`))).toBe(true);
});
