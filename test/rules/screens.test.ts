import { expect, test } from 'vitest';
import { hasTest, markdownRows, testSources } from './markdown-rows';

const rows = markdownRows('e2e/screens/README.md');
const sources = testSources(['lib', 'e2e', 'components', 'test']);

test('there are rows to look at', () => expect(rows.length).toBeGreaterThan(100));

test.each(rows)('%s: %s has a test of that name', (_sentence, file = '', name = '') => {
  expect(sources.has(file), `There is no ${file}.`).toBe(true);
  expect(hasTest(sources.get(file) ?? '', name), `${file} has no test of this name.`).toBe(true);
});
