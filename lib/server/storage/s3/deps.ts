import 'server-only';
import type { Book } from './book';
import type { Bucket } from './bucket';
import type { MemoryBudget } from './budget';

/** All that the storage works with. */
export type Desk = {
  bucket: Bucket;
  book: Book;
  budget: MemoryBudget;
  /** Files that went up in one piece, with their size: what this process has seen need not be asked for. */
  seen: Map<string, number>;
};
