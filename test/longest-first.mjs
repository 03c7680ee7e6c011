import { BaseSequencer } from 'vitest/node';

const longest = [
  'e2e/start/crash.test.ts',
  'e2e/start/places.test.ts',
  'e2e/start/backup.test.ts',
  'e2e/api/gate-matrix.test.ts',
  'e2e/api/gate-links.test.ts',
  'e2e/api/gate-variants.test.ts',
  'e2e/api/odd-bytes.test.ts',
  'test/scale/jobs.test.ts',
  'test/scale/steps.test.ts',
  'test/scale/lists.test.ts',
  'lib/server/transfer/tus/resume.test.ts',
];

export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }) => longest.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
