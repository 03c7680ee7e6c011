import fs from 'node:fs';
import { expect, test } from 'vitest';
import { hasTest, testSources } from './markdown-rows';

const page = fs.readFileSync('docs/use/accessibility.md', 'utf8');
const part = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (title: string) =>
  part(title)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\|[ :|-]+\|$/.test(line))
    .slice(1)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| ?| ?\|$/g, '').trim()));

const criteria = rowsOf('Criteria');
const ways = rowsOf('How it is tested');
const unproven = ['not tested yet', 'not met', 'depends on what people upload', 'doesn’t apply'];

test('the statement of accessibility has each of the 55 criteria of WCAG 2.2 A and AA once', () => {
  const numbers = criteria.map(([number]) => number);
  expect(new Set(numbers).size).toBe(55);
  expect(numbers).toHaveLength(55);
});

test('each way of testing that it names is a test', () => {
  const sources = [...testSources(['lib', 'components', 'e2e', 'test']).values()];
  const names = ways.map(([, , name = '']) => name.replaceAll('`', ''));
  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !sources.some((source) => hasTest(source, name)))).toEqual([]);
});

test('each criterion is tested in a way of the page, or said to be open', () => {
  const known = [...ways.map(([way]) => way), ...unproven];
  const odd = criteria.filter(
    ([, , by = '']) => by === '' || by.split(', ').some((way) => !known.includes(way)),
  );
  expect(odd).toEqual([]);
});
