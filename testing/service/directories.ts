import type { BindAnswer, DirectoryAnswers, ImitatedEntry } from './imitated-directory';

export const imitatedBase = 'dc=example,dc=org';
const searcher = `uid=reader,ou=people,${imitatedBase}`;
export const asSearcher = { LDAP_BIND_DN: searcher, LDAP_BIND_PASSWORD: 'of the reader' };
export const right = 'right horse battery';

const fine = { code: 0, words: '' };

type People = Record<string, { entry: ImitatedEntry; refusal?: BindAnswer }>;

/** Who knows the password is let in, or refused with the person's own answer. */
const bindBy =
  (people: People, { wrong, unknown = wrong }: { wrong: BindAnswer; unknown?: BindAnswer }) =>
  (dn: string, password: string): BindAnswer => {
    if (dn === searcher) return password === asSearcher.LDAP_BIND_PASSWORD ? fine : wrong;
    const person = Object.values(people).find(({ entry }) => entry.dn === dn);
    if (!person) return unknown;
    return password === right ? (person.refusal ?? fine) : wrong;
  };

const entriesOf = (people: People) => Object.values(people).map(({ entry }) => entry);
const dnOf = (login: string, branch: string) => `${branch.replace('LOGIN', login)},${imitatedBase}`;
const mailOf = (login: string) => `${login}@example.org`;

/** The account that searches is one of the people of some directories. */
const reader = { dn: searcher, uid: 'reader', uidNumber: '5000' };

/** `do_bind` of lldap answers a DN that is none of its people with namingViolation. */
export function lldap(login: string): DirectoryAnswers {
  const dn = dnOf(login, 'uid=LOGIN,ou=people');
  const entry = {
    dn,
    uid: login,
    mail: mailOf(login),
    cn: login,
    entryuuid: `a1e8c4b0-0000-3000-8000-${login}`,
  };
  const people = { ada: { entry } };
  const wrong = { code: 49, words: '' };
  const unknown = {
    code: 64,
    words: `Unexpected DN format. Got "cn=nobody,${imitatedBase}", expected: "uid=id,ou=people,${imitatedBase}"`,
  };
  return { bind: bindBy(people, { wrong, unknown }), entries: [...entriesOf(people), reader] };
}

/** authentik's outpost: `uid` is a hash that stays, and who is not let in by its policies has too few rights. */
export function authentik(login: string): DirectoryAnswers {
  const entry = (name: string) => ({
    dn: dnOf(name, 'cn=LOGIN,ou=users'),
    cn: name,
    sAMAccountName: name,
    uid: `9f86d081884c7d659a2feaa0c55ad015a3bf4f1b-${name}`,
    uidNumber: '2042',
    mail: mailOf(name),
    'ak-active': 'TRUE',
  });
  const people = {
    ada: { entry: entry(login) },
    disabled: { entry: entry(`${login}-off`), refusal: { code: 50, words: '' } },
  };
  return { bind: bindBy(people, { wrong: { code: 49, words: '' } }), entries: entriesOf(people) };
}

/** FreeIPA, of 389 Directory Server. */
export function freeIpa(login: string): DirectoryAnswers {
  const entry = (name: string) => ({
    dn: dnOf(name, 'uid=LOGIN,cn=users,cn=accounts'),
    uid: name,
    mail: mailOf(name),
    ipaUniqueID: `5f3a2c1e-1234-11ee-9d1b-${name}`,
    memberOf: `cn=ipausers,cn=groups,cn=accounts,${imitatedBase}`,
  });
  const refused = (name: string, code: number, words: string) => ({
    entry: entry(`${login}-${name}`),
    refusal: { code, words },
  });
  const people = {
    ada: { entry: entry(login) },
    disabled: refused('off', 53, 'Account inactivated. Contact system administrator.'),
    locked: refused('locked', 19, 'Exceed password retry limit. Please try later.'),
    expired: refused('old', 49, 'password expired!'),
  };
  return {
    bind: bindBy(people, { wrong: { code: 49, words: 'Invalid credentials' } }),
    entries: entriesOf(people),
  };
}

/** glauth has no id but the number that its file gives. */
export function glauth(login: string): DirectoryAnswers {
  const dn = dnOf(login, 'cn=LOGIN,ou=people');
  const people = {
    ada: {
      entry: {
        dn,
        cn: login,
        uid: login,
        uidNumber: `5001-${login}`,
        mail: mailOf(login),
        accountStatus: 'active',
      },
    },
  };
  return {
    bind: bindBy(people, { wrong: { code: 49, words: '' } }),
    entries: [...entriesOf(people), reader],
  };
}

const ofActiveDirectory = (data: string) => ({
  code: 49,
  words: `80090308: LdapErr: DSID-0C0903D9, comment: AcceptSecurityContext error, data ${data}, v4563\0`,
});

/** Active Directory: the reason is a number in its words; an answer has at most 1,000 entries, in pages all. */
export function activeDirectory(login: string, groupCount = 0): DirectoryAnswers {
  const entry = (name: string) => ({
    dn: dnOf(name, 'CN=LOGIN,CN=Users'),
    sAMAccountName: name,
    userPrincipalName: mailOf(name),
    mail: mailOf(name),
    objectGUID: Buffer.from(`guid-of-${name}`),
    userAccountControl: '512',
  });
  const refused = (name: string, data: string) => ({
    entry: entry(`${login}-${name}`),
    refusal: ofActiveDirectory(data),
  });
  const people = {
    ada: { entry: entry(login) },
    disabled: refused('off', '533'),
    locked: refused('locked', '775'),
    expired: refused('old', '532'),
    mustChange: refused('new', '773'),
    accountExpired: refused('over', '701'),
  };
  const groups = Array.from({ length: groupCount }, (_, nth) => ({
    dn: `CN=group ${nth},OU=Groups,${imitatedBase}`,
    cn: `group ${nth}`,
    member: people.ada.entry.dn,
  }));
  return {
    bind: bindBy(people, { wrong: ofActiveDirectory('52e'), unknown: ofActiveDirectory('525') }),
    entries: [...entriesOf(people), ...groups],
    maxEntries: 1000,
    hasPages: true,
  };
}
