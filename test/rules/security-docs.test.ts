import fs from 'node:fs';
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

const attacks = markdownRows('docs/develop/sealed.md').filter(([, state = '']) =>
  /^(holds|partly|open|as above)\b/.test(state),
);

test.each(attacks)('a hostile server that %s: %s', (_attack, state, held = '') => {
  const named = [...held.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  if (/^(holds|partly)\b/.test(state ?? '')) expect(named.length).toBeGreaterThan(0);
  const programs = named.map((name) => name.replace(/^npm run test:long -- (\S+)$/, 'test/long/$1.ts'));
  expect(programs.filter((file) => !fs.existsSync(file))).toEqual([]);
});

test('the attacks on encrypted shares are all read', () => expect(attacks.length).toBeGreaterThan(15));
