import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import before from './loose-steps.json';

const rooms = ['e2e/screens', 'testing/screens'];

/** What makes a journey fail by chance, and what does the same surely. */
const loose = {
  /** Of a page that may not listen yet; `openPage` waits until it does. */
  goto: /\.goto\(/g,
  /** Of however many there are; a count before it, or a name, says which one. */
  oneOfMany: /\.(first\(\)|nth\()/g,
};
type Kind = keyof typeof loose;

const isTheWay = (file: string) => file === 'testing/screens/alive.ts';

function count(kind: Kind): Record<string, number> {
  const files = rooms.flatMap((room) =>
    fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(room, name))
      .filter((file) => file.endsWith('.ts') && !isTheWay(file)),
  );
  const counts = files.map((file) => [file, fs.readFileSync(file, 'utf8').match(loose[kind])?.length ?? 0]);
  return Object.fromEntries(counts.filter(([, found]) => found));
}

/** Files with more of a kind than they had, each with both numbers. */
const grown = (now: Record<string, number>, then: Record<string, number>): string[] =>
  Object.entries(now)
    .filter(([file, found]) => found > (then[file] ?? 0))
    .map(([file, found]) => `${file}: ${found}, was ${then[file] ?? 0}`);

test.each<[string, Kind]>([
  ['no journey goes to a page without waiting until it listens: openPage(page, url)', 'goto'],
  ['no journey takes one of several elements without a name', 'oneOfMany'],
])('%s, but for those that did before', (_promise, kind) => {
  expect(grown(count(kind), before[kind])).toEqual([]);
});

test('the numbers of before only ever get smaller', () => {
  for (const kind of ['goto', 'oneOfMany'] as const)
    expect(grown(before[kind], count(kind)), kind).toEqual([]);
});

test('a file that is new, or has one more, is seen', () => {
  expect(grown({ 'a.ts': 1, 'b.ts': 2, 'c.ts': 1 }, { 'b.ts': 1, 'c.ts': 2 })).toEqual([
    'a.ts: 1, was 0',
    'b.ts: 2, was 1',
  ]);
});
