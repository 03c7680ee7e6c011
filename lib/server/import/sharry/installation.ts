import 'server-only';
import type { ChunkStore } from './chunk-stores';
import type { SharryDatabase } from './sharry-database';

export type SharryInstallation = {
  db: SharryDatabase;
  stores: ChunkStore[];
  problems: string[];
  filesByStore: Map<string, number>;
  inviteMs: number;
  parseTime: (localTime: string) => Date;
};
