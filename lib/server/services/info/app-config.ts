import 'server-only';
import type { AppConfig } from '@/lib/contract/info';
import { defaultPictures } from '@/lib/domain/look';
import type { Context } from '@/lib/server/context';

/** The public part of the configuration. Must not contain secrets. */
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
  logoUrl: config.LOGO_URL ?? config.LOGO_URL_DARK ?? defaultPictures.logo,
  logoUrlDark: config.LOGO_URL_DARK ?? config.LOGO_URL ?? defaultPictures.logoDark,
  iconUrl: config.ICON_URL ?? config.ICON_URL_DARK ?? defaultPictures.icon,
  iconUrlDark: config.ICON_URL_DARK ?? config.ICON_URL ?? defaultPictures.icon,
  footerText: config.FOOTER_TEXT,
  projectUrl: config.PROJECT_URL,
  footerVisible: config.FOOTER_VISIBLE,
  welcomeMessage: config.WELCOME_MESSAGE,
  defaultLanguage: config.DEFAULT_LANGUAGE,
  languages: [...config.LANGUAGES],
  defaultTimezone: config.DEFAULT_TIMEZONE,
  initialPage: config.INITIAL_PAGE,
  initialTheme: config.INITIAL_THEME === 'dark' ? ('dark' as const) : ('light' as const),
  systemThemeEnabled: config.INITIAL_THEME === 'system',
});

/** Hiding the form leaves providers and proxy; when only one remains, people are redirected there. */
const signingIn = ({ config }: Pick<Context, 'config'>) => {
  const { OAUTH_PROVIDERS, PROXY_AUTH, HIDE_LOGIN_FORM } = config;
  const hasProviders = OAUTH_PROVIDERS.length > 0;
  return {
    signupMode: config.SIGNUP_MODE,
    signupEmail: config.SIGNUP_EMAIL,
    oauthConfig: OAUTH_PROVIDERS.map(({ id, name, icon }) => ({ id, name, icon })),
    oauthOnly: HIDE_LOGIN_FORM && hasProviders && !PROXY_AUTH,
    oauthAutoRedirect: config.OAUTH_AUTO_REDIRECT,
    proxyAuthEnabled: PROXY_AUTH,
    proxyOnly: HIDE_LOGIN_FORM && PROXY_AUTH && !hasProviders,
    hideLoginForm: HIDE_LOGIN_FORM,
    authRefreshTime: config.AUTH_RENEWAL,
  };
};

const sharing = ({ config }: Pick<Context, 'config'>) => ({
  mailEnabled: config.SMTP_URL !== undefined,
  aliasMemberEnabled: config.ALIAS_MEMBERS,
  autoPublishEnabled: config.AUTO_PUBLISH,
  sharePasswordRequired: config.REQUIRE_SHARE_PASSWORD,
  maxSize: config.MAX_SIZE,
  maxAliasFiles: config.RATE_LIMITS ? config.MAX_ALIAS_FILES : 0,
  zipMaxSize: config.ZIP_MAX_SIZE,
  thumbnailsEnabled: config.THUMBNAILS,
  maxValidity: config.MAX_VALIDITY,
  defaultValidity: config.DEFAULT_VALIDITY,
  defaultViews: config.DEFAULT_VIEWS,
  chunkSize: config.CHUNK_SIZE,
  retryDelays: config.RETRY_DELAYS,
});

export function versionInfo({ config }: Context) {
  return {
    version: config.VERSION,
    builtAtMillis: config.BUILT_AT,
    builtAtString: new Date(config.BUILT_AT).toISOString(),
    gitCommit: config.BUILD_ID,
    gitVersion: config.VERSION,
  };
}
