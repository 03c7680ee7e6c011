import type { ChunkSize } from '@/lib/domain/file/chunk-size';
import type { Arrivals } from '../unfinished/arrivals';
import type { UploadMemory } from '../unfinished/upload-memory';

/** What all files of a share have in common. */
export type TusSetup = {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  retryDelaysMs: readonly number[];
  chunkSize: ChunkSize;
  /** Where each file is on the server; outlives a reload. */
  memory: Pick<UploadMemory, 'urlOf' | 'isKnown' | 'knowUrl' | 'noteUrl' | 'forget'>;
  /** What the server has of the share. */
  arrivals: () => Promise<Arrivals>;
  /** Asks for a fresh right to upload. */
  renew: () => Promise<'fresh' | 'ended' | 'away'>;
};
