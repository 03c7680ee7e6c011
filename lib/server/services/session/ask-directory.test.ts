import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { openContext } from '@/testing/service/context';
import {
  activeDirectory,
  asSearcher,
  authentik,
  freeIpa,
  glauth,
  imitatedBase,
  lldap,
  right,
} from '@/testing/service/directories';
import {
  type DirectoryAnswers,
  type ImitatedEntry,
  imitateDirectory,
} from '@/testing/service/imitated-directory';
import { askDirectory } from './ask-directory';
import { signIn } from './sign-in';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const began = new Date('2026-03-01T12:00:00Z');

let serial = 0;
const newLogin = () => `q${Date.now().toString(36)}${serial++}`;

function contextAt(ms: number, over: Partial<Config>): Context {
  const { config, ...rest } = openContext({ now: new Date(began.getTime() + ms) });
  const common = { RATE_LIMITS: false, LDAP_STARTTLS: false, LDAP_BASE: imitatedBase, ...asSearcher };
  return { ...rest, config: { ...config, ...common, ...over } };
}

// People of other tests would be asked for in each directory, too.
beforeEach(async () => {
  await openContext().db.account.deleteMany({ where: { source: 'ldap' } });
});

/** Somebody who is signed in, with an access token, in a directory that may change. */
async function signedIn(answers: (login: string) => DirectoryAnswers, over: Partial<Config> = {}) {
  const login = newLogin();
  const known = answers(login);
  const directory = await imitateDirectory(known);
  onTestFinished(directory.stop);
  const config = { LDAP_URL: directory.url, ...over };
  const ctx = contextAt(0, config);
  const { id } = await signIn(ctx, { account: login, password: right, isKept: true });
  const endsAt = new Date(began.getTime() + 3650 * 24 * hourMs);
  await ctx.db.session.create({
    data: { id: `slw_${login}`, accountId: id, endsAt, secretHash: login, createdAt: began },
  });
  const entry = known.entries[0] as ImitatedEntry;
  return {
    directory,
    entry,
    remove: () => void known.entries.shift(),
    askAt: (ms: number, more: Partial<Config> = {}) => askDirectory(contextAt(ms, { ...config, ...more })),
    live: () => ctx.db.session.count({ where: { accountId: id, revokedAt: null } }),
    state: async () => (await ctx.db.account.findUniqueOrThrow({ where: { id } })).state,
    enterAt: (ms: number) => signIn(contextAt(ms, config), { account: login, password: right }),
  };
}

const kinds: [string, (login: string) => DirectoryAnswers, Partial<Config>][] = [
  ['lldap', lldap, {}],
  ['authentik', authentik, { LDAP_FILTER: '(cn={login})', LDAP_ID: 'uid' }],
  ['FreeIPA', freeIpa, {}],
  ['glauth', glauth, { LDAP_ID: 'uidNumber' }],
  ['Active Directory', activeDirectory, { LDAP_FILTER: '(sAMAccountName={login})' }],
];

test.each(kinds)(
  'who is gone from %s loses session and token within 16 minutes; others stay',
  async (_kind, answers, over) => {
    const person = await signedIn(answers, over);
    expect(await person.askAt(16 * minuteMs)).toBe(0);
    expect([await person.live(), await person.state()]).toEqual([2, 'Active']);
    person.remove();
    expect(await person.askAt(32 * minuteMs)).toBe(1);
    expect([await person.live(), await person.state()]).toEqual([0, 'Disabled']);
  },
);

const ended = new Date(began.getTime() - hourMs);
const asFileTime = (date: Date) => String((date.getTime() + 11_644_473_600_000) * 10_000);
const [, byUid, , byNumber, byAccount] = kinds.map(([, , over]) => over);
test.each<
  [
    what: string,
    answers: (login: string) => DirectoryAnswers,
    over: Partial<Config> | undefined,
    change: object,
    isEnded: boolean,
  ]
>([
  ['Active Directory has disabled', activeDirectory, byAccount, { userAccountControl: '514' }, true],
  ['Active Directory has locked for a while', activeDirectory, byAccount, { lockoutTime: '1' }, false],
  [
    'Active Directory let in until an hour ago',
    activeDirectory,
    byAccount,
    { accountExpires: asFileTime(ended) },
    true,
  ],
  [
    'Active Directory lets in for ever',
    activeDirectory,
    byAccount,
    { accountExpires: '9223372036854775807' },
    false,
  ],
  ['FreeIPA has disabled', freeIpa, {}, { nsAccountLock: 'TRUE' }, true],
  ['FreeIPA has enabled', freeIpa, {}, { nsAccountLock: 'FALSE' }, false],
  ['OpenLDAP has locked for good', lldap, {}, { pwdAccountLockedTime: '000001010000Z' }, true],
  ['OpenLDAP has locked for a while', lldap, {}, { pwdAccountLockedTime: '20260301113000Z' }, false],
  ['authentik has deactivated', authentik, byUid, { 'ak-active': 'FALSE' }, true],
  ['glauth has deactivated', glauth, byNumber, { accountStatus: 'inactive' }, true],
  ['the directory has renamed', lldap, {}, { uid: 'newname', mail: 'new@example.org' }, false],
  [
    'LDAP_FILTER no longer lets in',
    lldap,
    { LDAP_FILTER: '(&(uid={login})(!(title=leaver)))' },
    { title: 'leaver' },
    true,
  ],
])('whom %s: session and token end as they should', async (_what, answers, over, change, isEnded) => {
  const person = await signedIn(answers, over);
  Object.assign(person.entry, change);
  await person.askAt(16 * minuteMs);
  expect(await person.live()).toBe(isEnded ? 0 : 2);
});

test('a person who loses the group is signed out, and can sign in once back in it', async () => {
  const group = (name: string) => ({ memberOf: `cn=${name},${imitatedBase}` });
  const staff = (login: string) => {
    const known = lldap(login);
    Object.assign(known.entries[0] as ImitatedEntry, group('staff'));
    return known;
  };
  const person = await signedIn(staff, { LDAP_ALLOWED_GROUPS: ['staff'] });
  await person.askAt(16 * minuteMs);
  expect(await person.live()).toBe(2);
  Object.assign(person.entry, group('guests'));
  await person.askAt(32 * minuteMs);
  expect([await person.live(), await person.state()]).toEqual([0, 'Disabled']);
  Object.assign(person.entry, group('staff'));
  await person.enterAt(33 * minuteMs);
  expect(await person.state()).toBe('Active');
});

test('a directory is asked for each person at most every 15 minutes, and for nobody without a session', async () => {
  const person = await signedIn(lldap);
  const atFirst = person.directory.searches();
  await person.askAt(14 * minuteMs);
  expect(person.directory.searches()).toBe(atFirst);
  await person.askAt(16 * minuteMs);
  await person.askAt(30 * minuteMs);
  expect(person.directory.searches()).toBe(atFirst + 1);
  await openContext().db.session.updateMany({ data: { revokedAt: began } });
  await person.askAt(60 * minuteMs);
  expect(person.directory.searches()).toBe(atFirst + 1);
});

test('a directory that is away ends nobody before a day, then everybody it has not vouched for', async () => {
  const person = await signedIn(lldap);
  await person.askAt(hourMs);
  await person.directory.stop();
  expect(await person.askAt(24 * hourMs)).toBe(0);
  expect(await person.live()).toBe(2);
  expect(await person.askAt(26 * hourMs)).toBe(1);
  expect([await person.live(), await person.state()], 'may sign in when it is back').toEqual([0, 'Active']);
});

test.each<[what: string, over: Partial<Config>]>([
  ['refuses the account that searches', { LDAP_BIND_PASSWORD: 'of yesterday' }],
  ['shows nobody at all', { LDAP_BASE: 'dc=elsewhere' }],
])('a directory that %s has not said that anybody is gone', async (_what, over) => {
  const person = await signedIn(lldap);
  expect(await person.askAt(hourMs, over)).toBe(0);
  expect(await person.live()).toBe(2);
});
