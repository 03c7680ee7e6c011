import 'server-only';
import { isObject, readHocon, type Value } from './hocon';
import { variableOf } from './sharry-config';
import { loginOf, mailOf, providersOf, type Settings, unknownSecret } from './sharry-env-parts';

/** Keys below `sharry.restserver` that have one of ours for the same; `switch` ones say true or false. */
const same: Record<string, string> = {
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

/** Where both leave something out, Sharry does this. */
const itsDefaults: Record<string, string> = { SIGNUP_MODE: 'open' };

/** Keys, or their beginnings, that have no counterpart here, and why. */
const without: [start: string, why: string][] = [
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

/** Keys that parts of ours are put together from. */
const together = /^backend\.(auth\.(oauth|fixed)\.|auth\.oauth$|mail\.(enabled|smtp\.))/;

export type Converted = {
  env: Record<string, string>;
  /** Keys without a counterpart here, with the reason; "unknown" where Sharry has none either. */
  left: { key: string; why: string }[];
  /** What somebody has to write into it. */
  toDo: string[];
};

/** What an `.env` must say so that Slipway does what Sharry did. */
export function convertSharryConfig(file: string, variables: Record<string, string | undefined>): Converted {
  const root = readHocon(file, variables);
  const sharry = isObject(root) && isObject(root.sharry) ? root.sharry : {};
  const settings: Settings = new Map(leavesOf(isObject(sharry.restserver) ? sharry.restserver : {}));
  for (const key of Object.keys(same)) {
    const variable = variables[variableOf(key)];
    if (variable !== undefined) settings.set(key, variable);
  }
  const env: Record<string, string> = { ...itsDefaults };
  for (const [key, value] of settings) {
    const name = same[key];
    if (name !== undefined && textOf(value) !== '') env[name] = textOf(value);
  }
  Object.assign(env, loginOf(settings), mailOf(settings), providersOf(sharry.restserver));
  const left = [...settings.keys()].filter((key) => same[key] === undefined && !together.test(key));
  return {
    env,
    toDo: toDoFor(env),
    left: [
      ...outside(root).map((key) => ({ key, why: 'unknown' })),
      ...left.map((key) => ({ key, why: whyNot(key) })),
    ],
  };
}

function toDoFor({ OAUTH_PROVIDERS = '[]', SIGNUP_MODE, INVITE_PASSWORD }: Converted['env']): string[] {
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

function whyNot(key: string): string {
  const found = without.find(([start]) => key === start || (start.endsWith('.') && key.startsWith(start)));
  return found?.[1] ?? 'unknown';
}

/** Keys beside Sharry's own. */
const outside = (root: Value): string[] =>
  leavesOf(isObject(root) ? root : {})
    .map(([key]) => key)
    .filter((key) => !key.startsWith('sharry.restserver.'));

function leavesOf(object: { [key: string]: Value }, before = ''): [string, Value][] {
  return Object.entries(object).flatMap(([key, value]) =>
    isObject(value) ? leavesOf(value, `${before}${key}.`) : [[before + key, value] as [string, Value]],
  );
}

const textOf = (value: Value): string => (Array.isArray(value) ? value.map(String).join(',') : String(value));

/** Each setting as a line that every reader of `.env` files takes for the same. */
export function envLines({ env }: Converted): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
}

function quoted(value: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((one) => !value.includes(one)) ?? '"';
  return `${quote}${value}${quote}`;
}
