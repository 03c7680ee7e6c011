import { expect, test } from 'vitest';
import { describeSlowest, durationsIn } from '@/scripts/lib/stages/durations.mjs';

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
