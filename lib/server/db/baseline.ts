import 'server-only';
import { createHash } from 'node:crypto';

/** Makes all of an empty database. The 48 migrations that did so before have names that sort before it. */
export const baseline = '20261127110000_baseline';

/** SHA-256 of the 48 names, a line each. */
const historySha256 = '33b278e74d1f363950270ba731de512eff57bfcc1953aa2b401a54317ad5be10';

/** The last commit with the 48: it brings whatever is older to where the baseline takes over. */
export const lastBefore = '1d361fea';

export const isBeforeBaseline = (name: string): boolean => name < baseline;

/** True of all 48 names: then the tables are those of the baseline. */
export const isWholeHistory = (names: readonly string[]): boolean =>
  createHash('sha256').update(names.toSorted().join('\n')).digest('hex') === historySha256;
