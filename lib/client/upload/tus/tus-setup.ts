import type { ChunkSize } from '@/lib/domain/file/chunk-size';
import type { ServerFiles } from '../unfinished/server-files';
import type { UploadMemory } from '../unfinished/upload-memory';

export type TusSetup = {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  retryDelaysMs: readonly number[];
  chunkSize: ChunkSize;
  memory: Pick<UploadMemory, 'urlOf' | 'isKnown' | 'knowUrl' | 'storeUrl' | 'forget'>;
  readServerFiles: () => Promise<ServerFiles>;
  renew: () => Promise<'fresh' | 'ended' | 'away'>;
};
