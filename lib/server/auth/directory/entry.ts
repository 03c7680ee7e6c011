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

const usualIds = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId', 'GUID', 'objectSid'];
const binaryIds = ['objectGUID', 'GUID', 'objectSid'];

/** Attributes with an id that stays when a person is renamed or moved; the first that an entry has counts. */
export const subjectAttributes = (configured?: string): string[] => (configured ? [configured] : usualIds);

/** Those whose values are no text, as far as is known: LDAP_ID may be any. */
export const binaryAttributes = (configured?: string): string[] =>
  configured ? [...binaryIds, configured] : binaryIds;

const isBinary = (attribute: string) =>
  binaryIds.some((name) => name.toLowerCase() === attribute.toLowerCase());

/** An entry without an unchanging id. */
export class NoSubject extends Error {
  constructor(dn: string, configured?: string) {
    const names = subjectAttributes(configured).join(', ');
    super(`${dn} has no ID that stays (${names}): name an attribute that has one in LDAP_ID`);
  }
}

/** @throws NoSubject */
export function subjectOf(entry: DirectoryEntry, configured?: string): string {
  for (const attribute of subjectAttributes(configured)) {
    const [value] = valuesOf(entry, attribute);
    const subject = value === undefined ? '' : idText(attribute, value);
    if (subject) return subject;
  }
  throw new NoSubject(entry.dn, configured);
}

/** Case never counts in a directory. What is no text is written in hexadecimal digits. */
function idText(attribute: string, value: Buffer | string): string {
  const text = String(value);
  if (!Buffer.isBuffer(value)) return text.includes('\ufffd') ? '' : text.toLowerCase();
  const isText = !isBinary(attribute) && !/[\p{Cc}\ufffd]/u.test(text);
  return isText ? text.toLowerCase() : value.toString('hex');
}

/** The name that people sign in with. An id isn't one. */
export const nameOf = (entry: DirectoryEntry, idAttribute?: string): string | undefined =>
  ['uid', 'sAMAccountName']
    .filter((name) => name.toLowerCase() !== idAttribute?.toLowerCase())
    .flatMap((name) => textsOf(entry, name))[0];

/**
 * A person of the directory, whose account has the plain login where that is free.
 * @throws NoSubject
 */
export function identityOf(
  entry: DirectoryEntry,
  {
    groups,
    typed,
    rules,
    idAttribute,
  }: { groups: readonly string[]; typed: string; rules: AdmissionRules; idAttribute?: string | undefined },
): FederatedIdentity {
  const name = nameOf(entry, idAttribute) ?? typed;
  const plain = normalLogin(name);
  const [mail] = textsOf(entry, 'mail');
  const email = Email.safeParse(mail ?? '').data ?? null;
  return {
    source: directorySource,
    subject: subjectOf(entry, idAttribute),
    login: (number) =>
      number === 1 && isLogin(plain) ? plain : externalLogin(name, directorySource, number),
    email,
    name: [...textsOf(entry, 'displayName'), ...textsOf(entry, 'cn')][0] ?? null,
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
