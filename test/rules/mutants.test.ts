import fs from 'node:fs';
import { expect, test } from 'vitest';
import { unplantable } from '@/scripts/lib/mutants/attempt.mjs';
import { accessMutants } from '../mutants/access.mjs';
import { admissionMutants } from '../mutants/admission.mjs';
import { byteMutants } from '../mutants/bytes.mjs';
import { edgeMutants } from '../mutants/edges.mjs';
import { factorMutants } from '../mutants/factor.mjs';
import { periodMutants } from '../mutants/periods.mjs';
import { plantedMutants } from '../mutants/planted.mjs';
import { quarantineMutants } from '../mutants/quarantine.mjs';
import { recordMutants } from '../mutants/records.mjs';
import { ruleMutants } from '../mutants/rules.mjs';
import { settingMutants } from '../mutants/settings.mjs';

const mutants = [
  ...accessMutants,
  ...admissionMutants,
  ...byteMutants,
  ...edgeMutants,
  ...factorMutants,
  ...periodMutants,
  ...plantedMutants,
  ...quarantineMutants,
  ...recordMutants,
  ...ruleMutants,
  ...settingMutants,
];

test('every fault of npm run test:mutants can be planted still, and the tests that should find it are there', () => {
  expect(mutants.map((mutant) => unplantable('.', mutant)).filter(Boolean)).toEqual([]);
  const tests = mutants.flatMap((mutant) => mutant.tests);
  expect(tests.filter((file) => !fs.existsSync(file))).toEqual([]);
});
