import 'server-only';
import { PublicConfig } from '@/lib/contract/config';
import { config } from './config';

/** The configuration as the browser gets it. */
export function publicConfig(): PublicConfig {
  const c = config();
  return PublicConfig.parse({
    appName: c.APP_NAME,
    baseUrl: c.BASE_URL,
    maxSizeBytes: c.MAX_SIZE,
    maxValidityMs: c.MAX_VALIDITY,
    defaultValidityMs: c.DEFAULT_VALIDITY,
    chunkSizeBytes: c.CHUNK_SIZE,
    retryDelaysMs: c.RETRY_DELAYS,
    authRefreshMs: c.AUTH_RENEWAL,
    mailEnabled: c.SMTP_URL !== undefined,
    sharePasswordRequired: c.REQUIRE_SHARE_PASSWORD,
    initialPage: c.INITIAL_PAGE,
    footerVisible: c.FOOTER_VISIBLE,
    footerText: c.FOOTER_TEXT,
    welcomeMessage: c.WELCOME_MESSAGE,
    logoUrl: c.LOGO_URL ?? null,
    logoUrlDark: c.LOGO_URL_DARK ?? null,
    iconUrl: c.ICON_URL ?? null,
    iconUrlDark: c.ICON_URL_DARK ?? null,
    version: c.VERSION,
    buildId: c.BUILD_ID,
  });
}
