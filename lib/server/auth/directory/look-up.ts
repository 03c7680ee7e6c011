import 'server-only';
import { AndFilter, type Client, EqualityFilter, FilterParser, OrFilter } from 'ldapts';
import { type Admission, admissionOf } from '@/lib/domain/account/admission';
import { normalLogin } from '@/lib/domain/ident';
import type { Config } from '@/lib/server/config';
import { admissionRules, directorySource } from '@/lib/server/config/admission';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { findEntries, groupsOf } from './directory';
import { binaryAttributes, identityOf, nameOf, subjectAttributes, subjectOf } from './entry';
import { isDisabled } from './entry-state';

type KnownPerson = { subject: string; login: string };

/**
 * Asks for a person by the id of their account, as a sign-in would find them.
 * @returns what the directory says now: a refusal for somebody who is gone or disabled
 * @throws OutsideFailure
 */
export async function admissionInDirectory(
  client: Client,
  config: Config,
  { subject, login, now }: KnownPerson & { now: Date },
): Promise<Admission> {
  const { LDAP_ID } = config;
  const found = await findEntries(client, config, { filter: filterById(config, subject), sizeLimit: 0 });
  const entry = found.find((each) => hasSubject(() => subjectOf(each, LDAP_ID), subject));
  if (!entry) {
    await checkShowsPeople(client, config);
    return refused('no longer in the directory');
  }
  if (isDisabled(entry, now)) return refused('disabled in the directory');
  const typed = normalLogin(nameOf(entry, LDAP_ID) ?? login);
  const groups = await groupsOf(client, config, { entry, login: typed });
  const rules = admissionRules(config, directorySource) ?? {};
  return (
    identityOf(entry, { groups, typed, rules, idAttribute: LDAP_ID }).admission ?? admissionOf({}, nobody)
  );
}

const nobody = { groups: [], email: null, isEmailVerified: false };

const refused = (why: string): Admission => ({
  groups: [],
  isAdmin: null,
  refusal: { code: 'auth.notAdmitted', reason: `refused: ${why}` },
});

function hasSubject(read: () => string, subject: string): boolean {
  try {
    return read() === subject;
  } catch {
    return false;
  }
}

/** Somebody is gone only from a directory that shows others. @throws OutsideFailure */
async function checkShowsPeople(client: Client, config: Config): Promise<void> {
  const [anybody] = await findEntries(client, config, { filter: filterForAll(config), sizeLimit: 1 });
  if (anybody) return;
  throw new OutsideFailure('request', new Error('it shows nobody: check what LDAP_BIND_DN may read'));
}

const filterForAll = ({ LDAP_FILTER }: Config) => LDAP_FILTER.replaceAll('{login}', '*');

/** The other conditions of LDAP_FILTER hold as at a sign-in. */
function filterById(config: Config, subject: string): AndFilter {
  const { LDAP_ID } = config;
  const bytes = /^(?:[\da-f]{2})+$/.test(subject) ? [Buffer.from(subject, 'hex')] : [];
  const byText = subjectAttributes(LDAP_ID).map((attribute) => ({ attribute, value: subject }));
  const byBytes = binaryAttributes(LDAP_ID).flatMap((attribute) =>
    bytes.map((value) => ({ attribute, value })),
  );
  const byId = [...byText, ...byBytes].map((each) => new EqualityFilter(each));
  const anybody = FilterParser.parseString(filterForAll(config));
  return new AndFilter({ filters: [new OrFilter({ filters: byId }), anybody] });
}
