import 'server-only';
import type { Bucket } from './bucket';
import type { BucketRows } from './bucket-rows';
import type { MemoryBudget } from './budget';

export type BucketDeps = {
  bucket: Bucket;
  rows: BucketRows;
  budget: MemoryBudget;
  wholeObjectBytes: Map<string, number>;
};
