import 'server-only';
import { isObject, type Value } from './hocon';

/** Values by their whole keys, below `sharry.restserver`. */
export type Settings = Map<string, Value>;

/** Where the configuration has none: Slipway wants one. */
export const unknownSecret = 'SET-THIS';

const text = (settings: Settings, key: string): string => {
  const value = settings.get(key);
  return typeof value === 'string' ? value : '';
};

/** The account that its `fixed` login module let in. */
export function loginOf(settings: Settings): Record<string, string> {
  if (text(settings, 'backend.auth.fixed.enabled') !== 'true') return {};
  return {
    ADMIN_LOGIN: text(settings, 'backend.auth.fixed.user') || 'admin',
    ADMIN_PASSWORD: text(settings, 'backend.auth.fixed.password'),
  };
}

/** One URL of what Sharry says in seven keys. */
export function mailOf(settings: Settings): Record<string, string> {
  if (text(settings, 'backend.mail.enabled') !== 'true') return {};
  const at = (key: string) => text(settings, `backend.mail.smtp.${key}`);
  const user = at('user');
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(at('password'))}@`;
  const scheme = at('ssl-type') === 'ssl' ? 'smtps' : 'smtp';
  const from = at('default-from');
  const listId = at('list-id');
  return {
    SMTP_URL: `${scheme}://${login}${at('host') || 'localhost'}:${at('port') || '25'}`,
    ...(from !== '' && { MAIL_FROM: from }),
    ...(listId !== '' && { MAIL_LIST_ID: listId }),
  };
}

/** Providers that are on, by the names of ours; older versions list them, newer ones have a key for each. */
export function providersOf(restserver: Value | undefined): Record<string, string> {
  const oauth = at(at(at(restserver, 'backend'), 'auth'), 'oauth');
  const all: Value[] = Array.isArray(oauth)
    ? oauth
    : Object.entries(isObject(oauth) ? oauth : {}).map(([id, value]) =>
        isObject(value) ? { id, ...value } : value,
      );
  const providers = all.flatMap((one) => (isObject(one) && one.enabled === 'true' ? [providerOf(one)] : []));
  return providers.length === 0 ? {} : { OAUTH_PROVIDERS: JSON.stringify(providers) };
}

const at = (value: Value | undefined, key: string): Value | undefined =>
  isObject(value) ? value[key] : undefined;

function providerOf(one: { [key: string]: Value }) {
  const word = (key: string) => (typeof one[key] === 'string' ? one[key] : '');
  return {
    id: word('id'),
    name: word('name') || word('id'),
    scope: word('scope'),
    authorizeUrl: word('authorize-url'),
    tokenUrl: word('token-url'),
    userUrl: word('user-url'),
    userIdKey: word('user-id-key'),
    ...(word('user-email-key') !== '' && { userEmailKey: word('user-email-key') }),
    clientId: word('client-id'),
    clientSecret: word('client-secret') || unknownSecret,
  };
}
