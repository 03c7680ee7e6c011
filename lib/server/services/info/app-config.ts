import 'server-only';
import { type AppConfig, ownPictures } from '@/lib/contract/info';
import type { Context } from '@/lib/server/context';

/** What browsers and other clients may know of the configuration; nothing secret has a place here. */
export const appConfig = (ctx: Pick<Context, 'config'>): AppConfig => ({
  ...appearance(ctx),
  ...signingIn(ctx),
  ...sharing(ctx),
});

const appearance = ({ config }: Pick<Context, 'config'>) => ({
  appName: config.APP_NAME,
  version: config.VERSION,
  buildId: config.BUILD_ID,
  baseUrl: config.BASE_URL,
  logoUrl: config.LOGO_URL ?? config.LOGO_URL_DARK ?? ownPictures.logo,
  logoUrlDark: config.LOGO_URL_DARK ?? config.LOGO_URL ?? ownPictures.logoDark,
  iconUrl: config.ICON_URL ?? config.ICON_URL_DARK ?? ownPictures.icon,
  iconUrlDark: config.ICON_URL_DARK ?? config.ICON_URL ?? ownPictures.icon,
  footerText: config.FOOTER_TEXT,
  footerVisible: config.FOOTER_VISIBLE,
  welcomeMessage: config.WELCOME_MESSAGE,
  defaultLanguage: config.DEFAULT_LANGUAGE,
  defaultTimezone: config.DEFAULT_TIMEZONE,
  initialPage: config.INITIAL_PAGE,
  initialTheme: config.INITIAL_THEME,
});

/** Login and password are the only way in, so nothing about other ways is on. */
const signingIn = ({ config }: Pick<Context, 'config'>) => ({
  signupMode: config.SIGNUP_MODE,
  oauthConfig: [],
  oauthOnly: false,
  oauthAutoRedirect: false,
  proxyAuthEnabled: false,
  proxyOnly: false,
  hideLoginForm: false,
  authRefreshTime: config.AUTH_RENEWAL,
});

const sharing = ({ config }: Pick<Context, 'config'>) => ({
  mailEnabled: config.SMTP_URL !== undefined,
  aliasMemberEnabled: config.ALIAS_MEMBERS,
  autoPublishEnabled: false,
  sharePasswordRequired: config.REQUIRE_SHARE_PASSWORD,
  maxSize: config.MAX_SIZE,
  zipMaxSize: config.ZIP_MAX_SIZE,
  maxValidity: config.MAX_VALIDITY,
  defaultValidity: config.DEFAULT_VALIDITY,
  chunkSize: config.CHUNK_SIZE,
  retryDelays: config.RETRY_DELAYS,
});
