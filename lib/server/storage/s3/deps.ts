import 'server-only';
import type { Bucket } from './bucket';
import type { BucketRows } from './bucket-rows';
import type { MemoryBudget } from './budget';

/** What every operation of the storage works with. */
export type BucketDeps = {
  bucket: Bucket;
  rows: BucketRows;
  budget: MemoryBudget;
  /** Files that this process has put as a single object, with their size: they need not be asked for. */
  seen: Map<string, number>;
};
