import { expect, test } from 'vitest';
import { countOutcomes, outcomesIn, restlessOf } from '@/scripts/lib/stages/outcomes.mjs';
import { lookTwice } from '@/scripts/lib/stages/second-look.mjs';
import { addUnstable, neglectIn } from '@/scripts/lib/stages/unstable.mjs';

type Result = 'passed' | 'failed' | 'skipped';
/** The tests of each file by title; a text instead of tests is the error with which the file didn't load. */
type Planted = Record<string, Record<string, Result> | string>;

const trace = 'Error: the field moved\n    at /repo/lib/a.test.ts:7:1';

function vitestReport(files: Planted) {
  return {
    testResults: Object.entries(files).map(([file, tests]) => ({
      name: `${process.cwd()}/${file}`,
      status: typeof tests === 'string' || Object.values(tests).includes('failed') ? 'failed' : 'passed',
      message: typeof tests === 'string' ? tests : '',
      assertionResults: Object.entries(typeof tests === 'string' ? {} : tests).map(([fullName, status]) => ({
        fullName,
        status,
        failureMessages: status === 'failed' ? [trace] : [],
      })),
    })),
  };
}

async function runStage(first: Planted, second: Planted = {}, output = '') {
  const asked: string[][] = [];
  const found = await lookTwice(async (files) => {
    const planted = asked.push(files) === 1 ? first : second;
    const outcomes = outcomesIn(vitestReport(planted));
    const hasFailed = outcomes.some(({ status }) => status === 'failed') || output !== '';
    return { outcomes, error: hasFailed ? Object.assign(new Error('exit 1'), { output }) : null };
  });
  const unstable = found.unstable.map(({ title, error }) => `${title}: ${error}`);
  return { isRed: found.error !== null, counts: countOutcomes(found.outcomes), unstable, asked };
}

test('a test that fails twice is red', async () => {
  const fault = { 'lib/a.test.ts': { one: 'failed', two: 'passed' } } as const;
  expect(await runStage({ ...fault, 'lib/b.test.ts': { three: 'passed' } }, fault)).toEqual({
    isRed: true,
    counts: { passed: 2, failed: 1, skipped: 0 },
    unstable: [],
    asked: [[], ['lib/a.test.ts']],
  });
});

test('a test that passes when its file runs once more is unstable: told with its first error, green and counted as passed', async () => {
  const rest = { 'lib/b.test.ts': { three: 'passed', four: 'skipped' } } as const;
  const race = { 'lib/a.test.ts': { one: 'failed', two: 'passed' } } as const;
  expect(await runStage({ ...race, ...rest }, { 'lib/a.test.ts': { one: 'passed', two: 'passed' } })).toEqual(
    {
      isRed: false,
      counts: { passed: 3, failed: 0, skipped: 1 },
      unstable: ['one: Error: the field moved'],
      asked: [[], ['lib/a.test.ts']],
    },
  );
});

test('a test that fails only in the second look is unstable, too, and the one that failed twice stays red', async () => {
  const first = { 'lib/a.test.ts': { one: 'failed', two: 'passed', three: 'failed' } } as const;
  const second = { 'lib/a.test.ts': { one: 'passed', two: 'failed', three: 'failed' } } as const;
  const { isRed, counts, unstable } = await runStage(first, second);
  expect({ isRed, counts }).toEqual({ isRed: true, counts: { passed: 2, failed: 1, skipped: 0 } });
  expect(unstable).toEqual(['one: Error: the field moved', 'two: Error: the field moved']);
});

test('five failing files are looked at once more, and six are red at once', async () => {
  const plant = (count: number, result: Result) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`lib/${at}.test.ts`, { one: result }]));
  const five = await runStage(plant(5, 'failed'), plant(5, 'passed'));
  expect([five.isRed, five.unstable.length]).toEqual([false, 5]);
  const six = await runStage(plant(6, 'failed'), plant(6, 'passed'));
  expect(six).toMatchObject({ isRed: true, counts: { failed: 6 }, unstable: [], asked: [[]] });
});

test('a file that doesn’t load is looked at once more, and stays red if it doesn’t load then', async () => {
  const first = { 'lib/a.test.ts': 'Error: no such module' };
  expect(await runStage(first, { 'lib/a.test.ts': { one: 'passed' } })).toMatchObject({
    isRed: false,
    counts: { passed: 1, failed: 0, skipped: 0 },
    unstable: [': Error: no such module'],
  });
  expect(await runStage(first, first)).toMatchObject({ isRed: true, counts: { failed: 1 }, unstable: [] });
  const failed = { 'lib/a.test.ts': { one: 'failed', two: 'passed' } } as const;
  expect(await runStage(failed, first)).toMatchObject({ isRed: true, counts: { passed: 1, failed: 2 } });
});

test('a test that the second look doesn’t run, or skips, stays red', async () => {
  const first = { 'lib/a.test.ts': { one: 'failed', two: 'passed' } } as const;
  expect(await runStage(first, {})).toMatchObject({ isRed: true, counts: { failed: 1 } });
  expect(await runStage(first, { 'lib/a.test.ts': { one: 'skipped' } })).toMatchObject({ isRed: true });
});

test('an error outside all tests is red, even where every test passed', async () => {
  const unhandled = 'Vitest caught 1 unhandled error during the test run.';
  const passing = { 'lib/a.test.ts': { one: 'passed' } } as const;
  const failing = { 'lib/a.test.ts': { one: 'failed' } } as const;
  expect(await runStage(passing, passing, unhandled)).toMatchObject({ isRed: true, asked: [[]] });
  expect(await runStage(failing, passing, unhandled)).toMatchObject({ isRed: true, asked: [[]] });
  expect(await runStage(failing, passing, 'killed')).toMatchObject({ isRed: true, counts: { passed: 1 } });
});

test('a journey is named with its group and its size, and one that no browser could run is red without a second look', async () => {
  const spec = (projectName: string, status: string) => ({ projectName, status, results: [] });
  const tests = [spec('journeys', 'expected'), spec('phone de-DE', 'skipped')];
  const specs = [{ file: 'a.spec.ts', line: 3, title: 'drops', tests }];
  const suites = [{ title: 'a.spec.ts', suites: [{ title: 'A page', specs }] }];
  const report = { suites, errors: [{ message: 'no such module\nat a.spec.ts' }] };
  const outcomes = outcomesIn(report);
  expect(outcomes.map(({ title, status, error }) => [title, status, error])).toEqual([
    ['A page drops', 'passed', undefined],
    ['A page drops (phone de-DE)', 'skipped', undefined],
    ['', 'failed', 'no such module'],
  ]);
  const found = await lookTwice(async (files) => {
    expect(files).toEqual([]);
    return { outcomes, error: new Error('exit 1') };
  });
  expect(found.error).toEqual(new Error('exit 1'));
});

test('a journey that passed though its page moved by itself is told as unstable, with what moved', () => {
  const moved = ['0.3 of the page moved', '0.1 of the page moved'].map((description) => ({
    type: 'moved',
    description,
  }));
  const spec = (title: string, status: string, annotations: object[] = []) => ({
    ...{ file: 'a.spec.ts', line: 3, title },
    tests: [{ projectName: 'journeys', status, results: [], annotations }],
  });
  const specs = [
    spec('calm', 'expected'),
    spec('moves', 'expected', moved),
    spec('red', 'unexpected', moved),
  ];
  const restless = restlessOf(outcomesIn({ suites: [{ title: 'a.spec.ts', specs }] }));
  expect(restless).toMatchObject([{ title: 'moves', error: '0.3 of the page moved; 0.1 of the page moved' }]);
});

const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
const race = { file: 'lib/a.test.ts', title: 'one', status: 'failed', error: 'Error: a | b\nc' } as const;

test('test/unstable.md counts a test once a line, from the day it was first seen', () => {
  const once = addUnstable('| since |\n', [race], noon('2026-03-01'));
  expect(once).toBe('| since |\n| 2026-03-01 | 1 | lib/a.test.ts: one | Error: a ¦ b c |\n');
  const later = addUnstable(once, [race, { ...race, title: 'two' }], noon('2026-03-02'));
  expect(later.split('\n').slice(1, 3)).toEqual([
    '| 2026-03-01 | 2 | lib/a.test.ts: one | Error: a ¦ b c |',
    '| 2026-03-02 | 1 | lib/a.test.ts: two | Error: a ¦ b c |',
  ]);
});

test('more than three lines in test/unstable.md, or one older than three days, end a run before it begins', () => {
  const plant = (count: number) => {
    const unstable = Array.from({ length: count }, (_, at) => ({ ...race, title: `race ${at}` }));
    return addUnstable('| since |', unstable, noon('2026-03-01'));
  };
  expect(neglectIn(plant(3), noon('2026-03-04'))).toBeNull();
  expect(neglectIn(plant(4), noon('2026-03-01'))).toContain('has 4 lines; 3 are the most');
  expect(neglectIn(plant(1), noon('2026-03-05'))).toContain('has lines older than 3 days');
  expect(neglectIn(plant(1), noon('2026-03-05'))).toContain('lib/a.test.ts: race 0');
});
