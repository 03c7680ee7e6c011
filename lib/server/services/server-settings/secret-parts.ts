import 'server-only';
import { type SettingName, secretTargets } from '@/lib/domain/server-settings';
import { canParseUrl } from '@/lib/domain/url';

/** All that decides where a client secret goes. */
const targetKeys = ['id', 'clientId', 'issuer', 'authorizeUrl', 'tokenUrl', 'userUrl'] as const;
type ProviderEntry = { clientSecret?: unknown } & { [key in (typeof targetKeys)[number]]?: unknown };

/** Returns a setting as it may be read: secrets lose their passwords, and what is nothing else is null. */
export function withoutSecrets(name: SettingName, text: string): string | null {
  if (name === 'SMTP_URL') {
    if (!canParseUrl(text)) return null;
    const url = new URL(text);
    url.password = '';
    return url.href;
  }
  if (name === 'OAUTH_PROVIDERS')
    return JSON.stringify(entriesOf(text).map(({ clientSecret: _, ...rest }) => rest));
  return name === 'INVITE_PASSWORD' || name === 'LDAP_BIND_PASSWORD' ? null : text;
}

/**
 * Fills in passwords that a change leaves out, where all that decides whom they are sent to, and how, is as before. Null
 * if one is missing.
 */
export function withSecretsOf(present: string | null, name: SettingName, text: string): string | null {
  if (name === 'SMTP_URL') return withPassword(text, present);
  return name === 'OAUTH_PROVIDERS' ? withClientSecrets(text, present) : text;
}

/** Returns the target of a secret that is kept although somebody else would get it now, or null. */
export function redirectedSecret(
  before: SettingTexts,
  after: SettingTexts,
  given: (name: SettingName) => boolean,
): SettingName | null {
  for (const [name, targets] of Object.entries(secretTargets) as [SettingName, readonly SettingName[]][]) {
    const isKept = after[name] !== undefined && !given(name);
    if (isKept && targets.some((target) => before[target] !== after[target])) return targets[0] ?? name;
  }
  return null;
}

type SettingTexts = Partial<Record<SettingName, string>>;

function withPassword(text: string, present: string | null): string | null {
  if (!canParseUrl(text)) return text;
  const url = new URL(text);
  if (url.username === '' || url.password !== '') return text;
  const old = present !== null && canParseUrl(present) ? new URL(present) : null;
  const password = old?.password;
  if (!old || !password) return null;
  old.password = '';
  if (old.href !== url.href) return null;
  url.password = password;
  return url.href;
}

/** None moves the connection or weakens its encryption, which others of the library do. */
const mailOptions = ['name', 'requireTLS', 'maxConnections', 'maxMessages', 'rateDelta', 'rateLimit'];

/** @returns an option of a mail server's URL that only the environment may have, or null */
export function foreignOption(name: SettingName, text: string): string | null {
  if (name !== 'SMTP_URL' || !canParseUrl(text)) return null;
  return [...new URL(text).searchParams.keys()].find((key) => !mailOptions.includes(key)) ?? null;
}

function withClientSecrets(text: string, present: string | null): string | null {
  const known = entriesOf(present ?? '');
  const entries = entriesOf(text).map((entry) => {
    if (entry.clientSecret) return entry;
    const old = known.find((one) => targetKeys.every((key) => one[key] === entry[key]));
    return { ...entry, clientSecret: old?.clientSecret };
  });
  if (entries.length === 0) return text;
  return entries.every(({ clientSecret }) => clientSecret) ? JSON.stringify(entries) : null;
}

function entriesOf(text: string): ProviderEntry[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((entry) => Object(entry) as ProviderEntry) : [];
  } catch {
    return [];
  }
}
