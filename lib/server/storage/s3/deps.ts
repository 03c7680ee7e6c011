import 'server-only';
import type { Bucket } from './bucket';
import type { BucketRows } from './bucket-rows';
import type { MemoryBudget } from './budget';

export type BucketDeps = {
  bucket: Bucket;
  rows: BucketRows;
  budget: MemoryBudget;
  /** Sizes of the files that this process has put as single objects, to save a request. */
  wholeObjectBytes: Map<string, number>;
};
