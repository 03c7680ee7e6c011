import 'server-only';
import { Email } from '@/lib/contract/person';
import { type AdmissionRules, admissionOf } from '@/lib/domain/account/admission';
import { externalLogin } from '@/lib/domain/account/sign-in';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { directorySource } from '@/lib/server/config/admission';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';

export type DirectoryEntry = { dn: string; [attribute: string]: Buffer | Buffer[] | string[] | string };

/** RFC 4515: these would change the filter. NUL, which some servers take for an end, is refused before. */
export const escapedForFilter = (text: string): string =>
  text.replace(/[\\*()\0]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);

export const filledFilter = (filter: string, values: Record<string, string>): string =>
  filter.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : escapedForFilter(values[name]),
  );

export function valuesOf(entry: DirectoryEntry, attribute: string): (Buffer | string)[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  return key === undefined ? [] : [entry[key] ?? []].flat();
}

export const textsOf = (entry: DirectoryEntry, attribute: string): string[] =>
  valuesOf(entry, attribute).map(String).filter(Boolean);

/** The id that stays when a person is renamed or moved; null without one. */
function subjectOf(entry: DirectoryEntry): string | null {
  const [uuid] = textsOf(entry, 'entryUUID');
  if (uuid) return uuid.toLowerCase();
  const [guid] = valuesOf(entry, 'objectGUID');
  return Buffer.isBuffer(guid) && guid.length > 0 ? guid.toString('hex') : null;
}

/**
 * A person of the directory, whose account has the plain login where that is free.
 * @throws Error for an entry without an unchanging id
 */
export function identityOf(
  entry: DirectoryEntry,
  { groups, typed, rules }: { groups: readonly string[]; typed: string; rules: AdmissionRules },
): FederatedIdentity {
  const subject = subjectOf(entry);
  if (!subject) throw new Error('the entry has neither entryUUID nor objectGUID');
  const name = textsOf(entry, 'uid')[0] ?? textsOf(entry, 'sAMAccountName')[0] ?? typed;
  const plain = normalLogin(name);
  const [mail] = textsOf(entry, 'mail');
  const email = Email.safeParse(mail ?? '').data ?? null;
  return {
    source: directorySource,
    subject,
    login: (number) =>
      number === 1 && isLogin(plain) ? plain : externalLogin(name, directorySource, number),
    email,
    admission: admissionOf(rules, { groups, email, isEmailVerified: true, isGroup: isSameGroup }),
  };
}

/** Compares with a rule that is a whole DN, or the name in its first part. Case never counts in a directory. */
export function isSameGroup(group: string, rule: string): boolean {
  if (/^\w+\s*=/.test(rule)) return foldedDn(group) === foldedDn(rule);
  const first = /^\s*\w+\s*=\s*((?:\\.|[^,+\\])*)/.exec(group)?.[1];
  return unescapedName(first ?? group).toLowerCase() === rule.trim().toLowerCase();
}

const foldedDn = (dn: string) =>
  dn
    .replace(/\s*(?<!\\)([,=+])\s*/g, '$1')
    .trim()
    .toLowerCase();

const unescapedName = (value: string) =>
  value
    .trim()
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
    )
    .replace(/\\(.)/g, '$1');
