import { expect, test } from 'vitest';
import { startAndEnd } from './name-ends';

test.each([
  ['report.pdf', 'report.pdf', ''],
  ['Quarterly report for the board (2).pdf', 'Quarterly report for the boa', 'rd (2).pdf'],
  ['a-name-of-very-many-letters-without-ending', 'a-name-of-very-many-letters-without-', 'ending'],
  [`${'🐳'.repeat(20)}.png`, '🐳'.repeat(17), `${'🐳'.repeat(3)}.png`],
])('the name %j is shown as %j and %j', (name, start, end) => {
  expect(startAndEnd(name)).toEqual([start, end]);
});
