import 'server-only';
import type { SettingName } from '@/lib/domain/server-settings';
import { canParseUrl } from '@/lib/domain/url';

type ProviderEntry = { id?: unknown; clientSecret?: unknown; issuer?: unknown; tokenUrl?: unknown };

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
  return name === 'INVITE_PASSWORD' ? null : text;
}

/**
 * Fills in passwords that a change leaves out. They stay with the same server and person, so that nobody can have them
 * sent elsewhere. Null if one is missing.
 */
export function withSecretsOf(present: string | null, name: SettingName, text: string): string | null {
  if (name === 'SMTP_URL') return withPassword(text, present);
  return name === 'OAUTH_PROVIDERS' ? withClientSecrets(text, present) : text;
}

function withPassword(text: string, present: string | null): string | null {
  if (!canParseUrl(text)) return text;
  const url = new URL(text);
  if (url.username === '' || url.password !== '') return text;
  const old = present !== null && canParseUrl(present) ? new URL(present) : null;
  if (old?.hostname !== url.hostname || old.username !== url.username || !old.password) return null;
  url.password = old.password;
  return url.href;
}

function withClientSecrets(text: string, present: string | null): string | null {
  const known = entriesOf(present ?? '');
  const entries = entriesOf(text).map((entry) => {
    if (entry.clientSecret) return entry;
    const old = known.find(
      ({ id, issuer, tokenUrl }) => id === entry.id && issuer === entry.issuer && tokenUrl === entry.tokenUrl,
    );
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
