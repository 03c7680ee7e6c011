import path from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { keptDurations } from '../scripts/lib/stages/durations.mjs';
import { root } from '../scripts/lib/step.mjs';

const { files: kept } = keptDurations();

export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const secondsOf = ({ moduleId }) => kept[path.relative(root, moduleId)] ?? 0;
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
