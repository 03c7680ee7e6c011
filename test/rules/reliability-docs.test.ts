import fs from 'node:fs';
import { expect, test } from 'vitest';
import { reliabilityPage, untold } from '../../scripts/lib/reliability-docs';

test('docs/reliability.md has the figures of the last runs (npm run docs:reliability)', () => {
  expect(fs.readFileSync('docs/reliability.md', 'utf8')).toBe(reliabilityPage());
});

test('docs/reliability.md tells of every program under test/faults', () => {
  expect(untold()).toEqual([]);
});
