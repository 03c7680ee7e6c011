import { expect, test } from 'vitest';
import {
  describeSlowest,
  durationsIn,
  onQuietMachine,
  withMeasured,
} from '@/scripts/lib/stages/durations.mjs';

test('a file of Vitest takes from its first test to its last, and journeys of a file are summed up', () => {
  const assertionResults = [{ fullName: 'one', status: 'passed', duration: 1200 }];
  const name = `${process.cwd()}/lib/a.test.ts`;
  const vitest = {
    testResults: [{ name, status: 'passed', startTime: 1000, endTime: 4500, assertionResults }],
  };
  expect(durationsIn(vitest)).toEqual({
    files: { 'lib/a.test.ts': 3.5 },
    tests: [{ file: 'lib/a.test.ts', title: 'one', seconds: 1.2 }],
  });
  const journey = (duration: number) => ({
    file: 'a.spec.ts',
    title: `of ${duration}`,
    tests: [{ status: 'expected', projectName: 'journeys', results: [{ duration }] }],
  });
  const playwright = { suites: [{ title: 'a.spec.ts', specs: [journey(2000), journey(500)] }] };
  expect(durationsIn(playwright).files).toEqual({ 'e2e/screens/a.spec.ts': 2.5 });
});

test('the table names stages with their budgets, and files and tests from the slowest on', () => {
  const tests = [
    { file: 'a', title: 'quick', seconds: 1 },
    { file: 'b', title: 'slow', seconds: 9 },
  ];
  const measured = { stages: { Rules: 40, Services: 200 }, files: { a: 1, b: 9 }, tests };
  expect(
    describeSlowest(measured, { stages: { Services: 180 }, files: {} }, 1),
  ).toBe(`Stages, with their budgets
    40.0 s  Rules
   200.0 s of 180 s  Services
Files
     9.0 s  b
Tests
     9.0 s  b: slow`);
});

test('stages that haven’t run keep their figures; what is quick now or gone has none', () => {
  const kept = { stages: { Rules: 40, Services: 200 }, files: { gone: 9, quick: 5, other: 7 } };
  const measured = { stages: { Services: 180 }, files: { quick: 1.4, slow: 11.6 } };
  expect(withMeasured(kept, measured, (file) => file !== 'gone')).toEqual({
    stages: { Rules: 40, Services: 180 },
    files: { slow: 12, other: 7 },
  });
});

test('what a busy machine took three times as long for is kept as on a quiet one', () => {
  const measured = { stages: { Services: 1480 }, files: { slow: 12, quick: 4 } };
  const quiet = onQuietMachine(measured, 3);
  expect(withMeasured({ stages: {}, files: {} }, quiet, () => true)).toEqual({
    stages: { Services: 493 },
    files: { slow: 4 },
  });
});
