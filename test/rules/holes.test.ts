import { expect, test } from 'vitest';
import { hasTest, markdownRows, testSources } from './markdown-rows';

const rows = markdownRows('e2e/api/holes.md');
const sources = [...testSources(['lib', 'e2e', 'components']).values()];

test('there are rows to look at', () => expect(rows.length).toBeGreaterThan(20));

test.each(rows)('%s: a test of that name guards it', (_hole, _here, name = '') => {
  expect(sources.some((source) => hasTest(source, name))).toBe(true);
});
