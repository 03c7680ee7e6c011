import 'server-only';
import type { CreateSettings, UploadSettings } from '@/lib/contract/upload';
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

export function createSettings(ctx: UserContext): CreateSettings {
  const { config } = ctx;
  return {
    upload: uploadSettings(ctx),
    maxValidityMs: config.MAX_VALIDITY,
    defaultValidityMs: config.DEFAULT_VALIDITY,
    isPasswordNeeded: config.REQUIRE_SHARE_PASSWORD,
    baseUrl: config.BASE_URL,
  };
}
