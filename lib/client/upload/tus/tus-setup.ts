import type { ChunkSize } from '@/lib/domain/file/chunk-size';
import type { UploadMemory } from '../unfinished/upload-memory';
import type { UploadItem } from '../upload-item';

/** What all files of a share have in common. */
export type TusSetup = {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  retryDelaysMs: readonly number[];
  chunkSize: ChunkSize;
  /** Where each file is on the server; outlives a reload. */
  memory: Pick<UploadMemory, 'urlOf' | 'noteUrl' | 'forget'>;
  /** The address of a file that an unanswered request may have created. */
  findCreated: (item: UploadItem) => Promise<string | null>;
  /** Asks for a fresh right to upload. */
  renew: () => Promise<'fresh' | 'ended' | 'away'>;
};
