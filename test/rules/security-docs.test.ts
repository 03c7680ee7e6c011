import { expect, test } from 'vitest';
import { hasTest, markdownRows, testSources } from './markdown-rows';

const rows = markdownRows('docs/develop/threat-model.md');
const sources = [...testSources(['lib', 'e2e', 'test']).values()];

test('each role of the threat model has rows', () => {
  const roles = new Set(rows.map(([role = '']) => role));
  for (const role of [
    'Visitor',
    'Sender',
    'Member',
    'Person',
    'Admin',
    'Operator',
    'Reverse proxy',
    'Mail server',
  ])
    expect(
      [...roles].some((name) => name.startsWith(role)),
      role,
    ).toBe(true);
});

test.each(rows)(
  '%s, wanting %s, meets %s: a test of that name holds it',
  (_role, _wish, _guard, name = '') => {
    expect(sources.some((source) => hasTest(source, name))).toBe(true);
  },
);
