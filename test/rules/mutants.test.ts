import fs from 'node:fs';
import { expect, test } from 'vitest';
import { unplantable } from '@/scripts/lib/mutants/attempt.mjs';
import { allMutants } from '../mutants/all.mjs';

test('every fault of npm run test:mutants can be planted still, and the tests that should find it are there', () => {
  expect(allMutants.map((mutant) => unplantable('.', mutant)).filter(Boolean)).toEqual([]);
  const tests = allMutants.flatMap((mutant) => mutant.tests);
  expect(tests.filter((file) => !fs.existsSync(file))).toEqual([]);
});
