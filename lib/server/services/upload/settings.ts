import 'server-only';
import type { UploadSettings } from '@/lib/contract/upload';
import type { UserContext } from '@/lib/server/context';

/** What a page with an upload on it hands to the browser. */
export function uploadSettings({ config, viewer }: UserContext): UploadSettings {
  return {
    accountId: viewer.id,
    maxSizeBytes: config.MAX_SIZE,
    chunkSizeBytes: config.CHUNK_SIZE,
    retryDelaysMs: config.RETRY_DELAYS,
  };
}
