import 'server-only';
import { type HoconValue, isObject } from './hocon';

export type SharrySettings = Map<string, HoconValue>;

/** Placeholder, because Slipway requires a secret. */
export const unknownSecret = 'SET-THIS';

const text = (settings: SharrySettings, key: string): string => {
  const value = settings.get(key);
  return typeof value === 'string' ? value : '';
};

export function adminLogin(settings: SharrySettings): Record<string, string> {
  if (text(settings, 'backend.auth.fixed.enabled') !== 'true') return {};
  return {
    ADMIN_LOGIN: text(settings, 'backend.auth.fixed.user') || 'admin',
    ADMIN_PASSWORD: text(settings, 'backend.auth.fixed.password'),
  };
}

export function mailSettings(settings: SharrySettings): Record<string, string> {
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

/** Enabled providers. Old versions list them, newer ones have a key for each. */
export function oauthProviders(restserver: HoconValue | undefined): Record<string, string> {
  const oauth = at(at(at(restserver, 'backend'), 'auth'), 'oauth');
  const all: HoconValue[] = Array.isArray(oauth)
    ? oauth
    : Object.entries(isObject(oauth) ? oauth : {}).map(([id, value]) =>
        isObject(value) ? { id, ...value } : value,
      );
  const providers = all.flatMap((one) => (isObject(one) && one.enabled === 'true' ? [providerOf(one)] : []));
  return providers.length === 0 ? {} : { OAUTH_PROVIDERS: JSON.stringify(providers) };
}

const at = (value: HoconValue | undefined, key: string): HoconValue | undefined =>
  isObject(value) ? value[key] : undefined;

function providerOf(one: { [key: string]: HoconValue }) {
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
