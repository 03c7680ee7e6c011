import { expect, test } from 'vitest';
import { changesIn, drawn } from '@/scripts/lib/mutants/random.mjs';

test('a source is changed in one place at a time, and a text that is put together isn’t', () => {
  const text = [
    "if (a < b && !c) { f(); x = true; const s = 'a' + b; }",
    'const q = sql`a AND b IS NULL`; const r = [1].some(z);',
  ].join('\n');
  const changes = changesIn(text).map(({ kind, start, end, put }) => [kind, text.slice(start, end), put]);
  expect(changes).toEqual([
    ['condition', 'a < b && !c', 'true'],
    ['condition', 'a < b && !c', 'false'],
    ['operator', '<', '<='],
    ['operator', '&&', '||'],
    ['negation', '!c', 'c'],
    ['statement', 'f();', ';'],
    ['boolean', 'true', 'false'],
    ['query', ' AND ', ' OR '],
    ['query', ' IS NULL', ' IS NOT NULL'],
    ['list', '[1]', '[]'],
    ['call', 'some', 'every'],
  ]);
});

test('a seed draws the same again, another one others, and nothing twice', () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const [one, again, other] = [drawn(all, 20, 1), drawn(all, 20, 1), drawn(all, 20, 2)];
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
  expect(new Set(drawn(all, 200, 3)).size).toBe(100);
});
