import 'server-only';
import { PublicConfig } from '@/lib/contract/config';
import type { Config } from './config';

export function publicConfig(config: Config): PublicConfig {
  return PublicConfig.parse({
    appName: config.APP_NAME,
    baseUrl: config.BASE_URL,
    maxSizeBytes: config.MAX_SIZE,
    maxValidityMs: config.MAX_VALIDITY,
    defaultValidityMs: config.DEFAULT_VALIDITY,
    chunkSizeBytes: config.CHUNK_SIZE,
    retryDelaysMs: config.RETRY_DELAYS,
    authRefreshMs: config.AUTH_RENEWAL,
    sharePasswordRequired: config.REQUIRE_SHARE_PASSWORD,
    initialPage: config.INITIAL_PAGE,
    footerVisible: config.FOOTER_VISIBLE,
    footerText: config.FOOTER_TEXT,
    logoUrl: config.LOGO_URL ?? null,
    logoUrlDark: config.LOGO_URL_DARK ?? config.LOGO_URL ?? null,
    version: config.VERSION,
    buildId: config.BUILD_ID.slice(0, 8),
  });
}
