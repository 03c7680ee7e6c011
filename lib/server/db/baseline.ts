import 'server-only';
import { createHash } from 'node:crypto';

/** Creates a whole database. Sorts after the 48 migrations that it replaces. */
export const baseline = '20261127110000_baseline';

const historySha256 = '33b278e74d1f363950270ba731de512eff57bfcc1953aa2b401a54317ad5be10';

/** The last commit with those 48 migrations, which can bring older databases up to date. */
export const lastBefore = '1d361fea';

export const isBeforeBaseline = (name: string): boolean => name < baseline;

/** True for all 48 names, whose tables equal the baseline's. */
export const isWholeHistory = (names: readonly string[]): boolean =>
  createHash('sha256').update(names.toSorted().join('\n')).digest('hex') === historySha256;
