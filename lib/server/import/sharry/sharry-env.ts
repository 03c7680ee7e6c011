import 'server-only';
import { type EnvVariables, type HoconValue, isObject, readHocon } from './hocon';
import { variableOf } from './sharry-config';
import {
  adminLogin,
  mailSettings,
  oauthProviders,
  type SharrySettings,
  unknownSecret,
} from './sharry-env-parts';

const equivalents: Record<string, string> = {
  'base-url': 'BASE_URL',
  'alias-member-enabled': 'ALIAS_MEMBERS',
  'webapp.app-name': 'APP_NAME',
  'webapp.app-logo': 'LOGO_URL',
  'webapp.app-logo-dark': 'LOGO_URL_DARK',
  'webapp.app-icon': 'ICON_URL',
  'webapp.app-icon-dark': 'ICON_URL_DARK',
  'webapp.app-footer': 'FOOTER_TEXT',
  'webapp.chunk-size': 'CHUNK_SIZE',
  'webapp.retry-delays': 'RETRY_DELAYS',
  'webapp.auth-renewal': 'AUTH_RENEWAL',
  'webapp.welcome-message': 'WELCOME_MESSAGE',
  'webapp.default-language': 'DEFAULT_LANGUAGE',
  'webapp.default-timezone': 'DEFAULT_TIMEZONE',
  'webapp.default-validity': 'DEFAULT_VALIDITY',
  'webapp.initial-page': 'INITIAL_PAGE',
  'webapp.initial-theme': 'INITIAL_THEME',
  'webapp.auto-publish-enabled': 'AUTO_PUBLISH',
  'webapp.oauth-auto-redirect': 'OAUTH_AUTO_REDIRECT',
  'backend.auth.session-valid': 'SESSION_VALID',
  'backend.auth.proxy.enabled': 'PROXY_AUTH',
  'backend.auth.proxy.user-header': 'PROXY_AUTH_USER_HEADER',
  'backend.auth.proxy.email-header': 'PROXY_AUTH_EMAIL_HEADER',
  'backend.signup.mode': 'SIGNUP_MODE',
  'backend.signup.invite-time': 'INVITE_VALIDITY',
  'backend.signup.invite-password': 'INVITE_PASSWORD',
  'backend.share.max-size': 'MAX_SIZE',
  'backend.share.max-validity': 'MAX_VALIDITY',
  'backend.share.zip-max-size': 'ZIP_MAX_SIZE',
  'backend.share.require-share-password': 'REQUIRE_SHARE_PASSWORD',
  'backend.cleanup.invalid-age': 'CLEANUP_GRACE',
};

/** Defaults that differ from Slipway's. */
const sharryDefaults: Record<string, string> = { SIGNUP_MODE: 'open' };

const noEquivalents: [start: string, why: string][] = [
  ['backend.jdbc.', 'Slipway has a database of its own; `npm run import -- sharry` reads this one'],
  ['backend.files.', 'Slipway has a place of its own for files: see STORAGE'],
  ['backend.auth.server-secret', 'Slipway makes its own'],
  ['backend.auth.internal.', 'passwords are always there'],
  ['backend.auth.http.', 'use a provider, or a proxy in front'],
  ['backend.auth.http-basic.', 'use a provider, or a proxy in front'],
  ['backend.auth.command.', 'use a provider, or a proxy in front'],
  ['backend.mail.templates.', 'write them as files: see MAIL_TEMPLATES_DIR'],
  ['backend.mail.smtp.timeout', 'Slipway has its own'],
  ['backend.share.chunk-size', 'files are not cut here'],
  ['backend.share.database-domain-checks', 'there are none'],
  ['backend.cleanup.enabled', 'Slipway always cleans up'],
  ['backend.cleanup.interval', 'see CLEANUP_INTERVAL'],
  ['bind.', 'see HOST and PORT'],
  ['logging.', 'see LOG_LEVEL'],
  ['response-timeout', 'Slipway has its own'],
  ['webapp.app-footer-visible', 'set FOOTER_TEXT'],
];

const combinedKeys = /^backend\.(auth\.(oauth|fixed)\.|auth\.oauth$|mail\.(enabled|smtp\.))/;

export type ConvertedConfig = {
  env: Record<string, string>;
  /** Keys without an equivalent. Sharry doesn't know them either when `why` is "unknown". */
  left: { key: string; why: string }[];
  toDo: string[];
};

export function convertSharryConfig(file: string, variables: EnvVariables): ConvertedConfig {
  const root = readHocon(file, variables);
  const sharry = isObject(root) && isObject(root.sharry) ? root.sharry : {};
  const settings: SharrySettings = new Map(leavesOf(isObject(sharry.restserver) ? sharry.restserver : {}));
  for (const key of Object.keys(equivalents)) {
    const variable = variables[variableOf(key)];
    if (variable !== undefined) settings.set(key, variable);
  }
  const env: Record<string, string> = { ...sharryDefaults };
  for (const [key, value] of settings) {
    const name = equivalents[key];
    if (name !== undefined && textOf(value) !== '') env[name] = textOf(value);
  }
  Object.assign(env, adminLogin(settings), mailSettings(settings), oauthProviders(sharry.restserver));
  const left = [...settings.keys()].filter(
    (key) => equivalents[key] === undefined && !combinedKeys.test(key),
  );
  return {
    env,
    toDo: toDoFor(env),
    left: [
      ...otherKeys(root).map((key) => ({ key, why: 'unknown' })),
      ...left.map((key) => ({ key, why: reasonFor(key) })),
    ],
  };
}

function toDoFor({ OAUTH_PROVIDERS = '[]', SIGNUP_MODE, INVITE_PASSWORD }: ConvertedConfig['env']): string[] {
  const providers: { id: string; clientSecret: string }[] = JSON.parse(OAUTH_PROVIDERS);
  return [
    ...providers
      .filter(({ clientSecret }) => clientSecret === unknownSecret)
      .map(({ id }) => `OAUTH_PROVIDERS: the clientSecret of ${id}, in place of ${unknownSecret}`),
    ...(SIGNUP_MODE === 'invite' && !INVITE_PASSWORD
      ? ['INVITE_PASSWORD: without it admins can’t make invite keys']
      : []),
  ];
}

function reasonFor(key: string): string {
  const found = noEquivalents.find(
    ([start]) => key === start || (start.endsWith('.') && key.startsWith(start)),
  );
  return found?.[1] ?? 'unknown';
}

const otherKeys = (root: HoconValue): string[] =>
  leavesOf(isObject(root) ? root : {})
    .map(([key]) => key)
    .filter((key) => !key.startsWith('sharry.restserver.'));

function leavesOf(object: { [key: string]: HoconValue }, before = ''): [string, HoconValue][] {
  return Object.entries(object).flatMap(([key, value]) =>
    isObject(value) ? leavesOf(value, `${before}${key}.`) : [[before + key, value] as [string, HoconValue]],
  );
}

const textOf = (value: HoconValue): string =>
  Array.isArray(value) ? value.map(String).join(',') : String(value);

/** Quotes values so that all readers of `.env` files agree. */
export function envLines({ env }: ConvertedConfig): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
}

function quote(value: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((one) => !value.includes(one)) ?? '"';
  return `${quote}${value}${quote}`;
}
