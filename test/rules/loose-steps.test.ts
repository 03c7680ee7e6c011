import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { restless } from '@/e2e/restless';
import before from './loose-steps.json';

const journeys = ['e2e/screens', 'testing/screens'];

/** What makes a test fail by chance, and what does the same surely. */
const loose = {
  /** Of a page that may not listen yet; `openPage` waits until it does. */
  goto: { rooms: journeys, found: /\.(goto|reload)\(/g },
  /** Of however many there are; a count before it, or a name, says which one. */
  oneOfMany: { rooms: journeys, found: /\.(first\(\)|nth\()/g },
  /** Over a minute for one thing: what is waited for in between says more. */
  patience: {
    rooms: ['e2e', 'lib', 'testing'],
    found: /(timeout: |[tT]imeout\(|^\s*\}, )[^)\n]*?(\b\d{3,}|\b[7-9]\d|\b6[1-9]|_\d{3})_000/gm,
  },
};
type Kind = keyof typeof loose;

/** The way itself, and the test that goes past it. */
const isTheWay = (file: string) => file === 'testing/screens/alive.ts' || file === 'e2e/screens/calm.spec.ts';

function count(kind: Kind): Record<string, number> {
  const { rooms, found } = loose[kind];
  const files = rooms.flatMap((room) =>
    fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(room, name))
      .filter((file) => file.endsWith('.ts') && !isTheWay(file)),
  );
  const counts = files.map((file) => [file, fs.readFileSync(file, 'utf8').match(found)?.length ?? 0]);
  return Object.fromEntries(counts.filter(([, times]) => times));
}

/** Files with more of a kind than they had, each with both numbers. */
const grown = (now: Record<string, number>, then: Record<string, number>): string[] =>
  Object.entries(now)
    .filter(([file, found]) => found > (then[file] ?? 0))
    .map(([file, found]) => `${file}: ${found}, was ${then[file] ?? 0}`);

test.each<[string, Kind]>([
  ['no journey goes to a page without waiting until it listens: openPage(page, url)', 'goto'],
  ['no journey takes one of several elements without a name', 'oneOfMany'],
  ['no test waits longer than a minute for one thing', 'patience'],
])('%s, but for those that did before', (_promise, kind) => {
  expect(grown(count(kind), before[kind])).toEqual([]);
});

test('the numbers of before only ever get smaller', () => {
  for (const kind of ['goto', 'oneOfMany', 'patience'] as const)
    expect(grown(before[kind], count(kind)), kind).toEqual([]);
});

test('a file that is new, or has one more, is seen', () => {
  expect(grown({ 'a.ts': 1, 'b.ts': 2, 'c.ts': 1 }, { 'b.ts': 1, 'c.ts': 2 })).toEqual([
    'a.ts: 1, was 0',
    'b.ts: 2, was 1',
  ]);
});

test('the list of journeys through pages that move by themselves names only those that there are, and gets no longer', () => {
  const specs = fs.readdirSync('e2e/screens').map((name) => fs.readFileSync(`e2e/screens/${name}`, 'utf8'));
  const titles = Object.keys(restless);
  expect(titles.filter((title) => !specs.some((spec) => spec.includes(`'${title}'`)))).toEqual([]);
  expect(titles.length).toBeLessThanOrEqual(12);
});
