import 'server-only';
import type { ChunkStore } from './chunk-stores';
import type { SharryDatabase } from './sharry-database';

/** What is read of one installation. */
export type Sharry = {
  db: SharryDatabase;
  stores: ChunkStore[];
  /** Stores of its configuration that can't be read, each with the reason. */
  unread: string[];
  /** How many files were taken from which store. */
  fromStores: Map<string, number>;
  /** How long an invitation holds there. */
  inviteMs: number;
  /** What a time of its columns means, which say no zone. */
  instant: (shown: string) => Date;
};
