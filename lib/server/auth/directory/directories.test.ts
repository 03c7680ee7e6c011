import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import type { Config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { keyOf } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { checkDirectory } from '@/lib/server/services/doctor/check-directory';
import { signIn } from '@/lib/server/services/session/sign-in';
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
import { type DirectoryAnswers, imitateDirectory } from '@/testing/service/imitated-directory';

const noStart = { LDAP_STARTTLS: false, LDAP_BASE: imitatedBase, LDAP_CA_FILE: undefined, ...asSearcher };

function contextWith(over: Partial<Config>): Context & { lines: string[] } {
  const { config, log, ...rest } = openContext({ now: new Date() });
  const lines: string[] = [];
  const say = (about: object, text: string) => lines.push(`${text} ${JSON.stringify(about)}`);
  const speaking = Object.assign(Object.create(log), {
    info: say,
    warn: say,
    error: say,
    isLevelEnabled: () => true,
  });
  return { ...rest, lines, log: speaking, config: { ...config, ...noStart, ...over } };
}

let serial = 0;
const newLogin = () => `d${Date.now().toString(36)}${serial++}`;

async function imitate(answers: DirectoryAnswers) {
  const directory = await imitateDirectory(answers);
  onTestFinished(directory.stop);
  return directory;
}

/** A sign-in as its person, the log, fail2ban and the limits see it. */
async function outcomeOf(over: Partial<Config>, account: string, password: string) {
  const ctx = contextWith({ RATE_LIMITS: true, ...over });
  const banned = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const error = await signIn(ctx, { account, password }).catch((thrown: unknown) => thrown);
  const of = [account, clientKey(ctx.client.address)];
  const row = await ctx.db.rateLimit.findFirst({ where: { key: keyOf({ limit: 'login', of }) } });
  const failLines = banned.mock.calls.filter(([line]) => String(line).includes(`account="${account}"`));
  banned.mockRestore();
  return {
    code: error instanceof AppError ? error.code : 'in',
    status: error instanceof AppError ? error.status : 200,
    tries: Number(row?.count ?? 0),
    failLines: failLines.length,
    log: ctx.lines.join('\n'),
  };
}

const counted = { tries: 1, failLines: 1 };
const notCounted = { tries: 0, failLines: 0 };
const no = { code: 'auth.loginFailed', status: 200, ...counted };
const expired = { code: 'auth.passwordExpired', status: 200, ...notCounted };
const isIn = { code: 'in', status: 200, ...notCounted };

const byCn = { LDAP_FILTER: '(cn={login})' };
const kinds = {
  lldap: { answers: lldap, over: {} },
  authentik: { answers: authentik, over: { ...byCn, LDAP_ID: 'uid' } },
  FreeIPA: { answers: freeIpa, over: {} },
  glauth: { answers: glauth, over: { LDAP_ID: 'uidNumber' } },
  'Active Directory': { answers: activeDirectory, over: { LDAP_FILTER: '(sAMAccountName={login})' } },
};
type Kind = keyof typeof kinds;

test.each<[Kind, who: string, suffix: string, password: string, outcome: object, log: RegExp]>([
  ['lldap', 'knows the password', '', right, isIn, /signed in/],
  ['lldap', 'knows it not', '', 'wrong', no, /"reason":"refused","detail":"49: Invalid Credentials"/],
  ['lldap', 'is unknown', '-nobody', right, no, /^$/],
  ['authentik', 'knows the password', '', right, isIn, /signed in/],
  ['authentik', 'knows it not', '', 'wrong', no, /49/],
  ['authentik', 'is unknown', '-nobody', right, no, /^$/],
  ['authentik', 'is kept out by a policy', '-off', right, no, /"50: Insufficient Access"/],
  ['FreeIPA', 'knows the password', '', right, isIn, /signed in/],
  ['FreeIPA', 'knows it not', '', 'wrong', no, /49: Invalid credentials/],
  ['FreeIPA', 'is unknown', '-nobody', right, no, /^$/],
  ['FreeIPA', 'is disabled', '-off', right, no, /53: Account inactivated/],
  ['FreeIPA', 'is locked', '-locked', right, no, /19: Exceed password retry limit/],
  ['FreeIPA', 'has an expired password', '-old', right, expired, /49: password expired!/],
  ['FreeIPA', 'guesses at an expired password', '-old', 'wrong', no, /49: Invalid credentials/],
  ['glauth', 'knows the password', '', right, isIn, /signed in/],
  ['glauth', 'knows it not', '', 'wrong', no, /49/],
  ['glauth', 'is unknown', '-nobody', right, no, /^$/],
  ['Active Directory', 'knows the password', '', right, isIn, /signed in/],
  ['Active Directory', 'knows it not', '', 'wrong', no, /"reason":"wrong password".*data 52e/],
  ['Active Directory', 'is unknown', '-nobody', right, no, /^$/],
  ['Active Directory', 'is disabled', '-off', right, no, /"reason":"disabled".*data 533/],
  ['Active Directory', 'is locked', '-locked', right, no, /"reason":"locked".*data 775/],
  ['Active Directory', 'has an expired account', '-over', right, no, /"reason":"account expired".*data 701/],
  ['Active Directory', 'has an expired password', '-old', right, expired, /"password expired".*data 532/],
  ['Active Directory', 'must change it first', '-new', right, expired, /must be changed".*data 773/],
])('%s: who %s%s is answered, counted and logged so', async (kind, _who, suffix, password, outcome, log) => {
  const { answers, over } = kinds[kind];
  const login = newLogin();
  const { url } = await imitate(answers(login));
  const found = await outcomeOf({ LDAP_URL: url, ...over }, `${login}${suffix}`, password);
  expect(found).toMatchObject(outcome);
  expect(found.log).toMatch(log);
  expect(found.log).not.toContain(right);
});

test.each(Object.entries(kinds))(
  'the doctor finds %s fine as set up here',
  async (_kind, { answers, over }) => {
    const { url } = await imitate(answers(newLogin()));
    expect(await checkDirectory(contextWith({ LDAP_URL: url, ...over }))).toMatchObject({ outcome: 'fine' });
  },
);

test.each([
  ['authentik', { ...kinds.authentik, over: byCn }],
  ['glauth', { ...kinds.glauth, over: {} }],
  ['FreeIPA with another LDAP_ID', { ...kinds.FreeIPA, over: { LDAP_ID: 'employeeNumber' } }],
])(
  '%s has no ID that stays: person, log and doctor are told, and who guesses is not',
  async (_kind, { answers, over }) => {
    const login = newLogin();
    const { url } = await imitate(answers(login));
    const config = { LDAP_URL: url, ...over };
    const known = await outcomeOf(config, login, right);
    expect(known).toMatchObject({ code: 'auth.directoryNoId', status: 502, ...notCounted });
    expect(known.log).toMatch(/has no ID that stays.*LDAP_ID/);
    expect(await outcomeOf(config, login, 'wrong')).toMatchObject(no);
    const found = await checkDirectory(contextWith(config));
    expect(found).toMatchObject({ outcome: 'failure', code: 'noId' });
    expect(found.values.reason).toContain('LDAP_ID');
  },
);

const byMember = { LDAP_FILTER: '(sAMAccountName={login})', LDAP_GROUPS: '(member={dn})' };

test('groups beyond the size limit of a directory are fetched in pages, and decide', async () => {
  const login = newLogin();
  const { url } = await imitate(activeDirectory(login, 2_300));
  const over = { LDAP_URL: url, ...byMember, LDAP_ALLOWED_GROUPS: ['group 2299'] };
  expect(await outcomeOf(over, login, right)).toMatchObject(isIn);
});

test('a size limit that is met without pages is named to admins, and nobody is told to wait', async () => {
  const login = newLogin();
  const { url } = await imitate({ ...activeDirectory(login, 1_001), hasPages: false });
  const over = { LDAP_URL: url, ...byMember };
  const found = await outcomeOf(over, login, right);
  expect(found).toMatchObject({ code: 'auth.directoryUnclear', status: 502, ...notCounted });
  expect(found.log).toContain('"place":"request","detail":"4: Size Limit Exceeded"');
  const said = await checkDirectory(contextWith(over));
  expect(said).toMatchObject({
    outcome: 'failure',
    code: 'noBase',
    values: { reason: '4: Size Limit Exceeded' },
  });
});

test('the domain that Windows writes in front is taken off, for the same limit', async () => {
  const login = newLogin();
  const { url } = await imitate(activeDirectory(login));
  const over = { LDAP_URL: url, LDAP_FILTER: '(sAMAccountName={login})' };
  expect(await outcomeOf(over, `EXAMPLE\\${login}`, right)).toMatchObject({ code: 'in' });
  await outcomeOf(over, `OTHER\\${login}`, 'wrong');
  expect(await outcomeOf(over, login, 'wrong')).toMatchObject({ ...no, tries: 2 });
});

test('the filter of the documents finds a person of Active Directory by login, principal and address', async () => {
  const login = newLogin();
  const { url } = await imitate(activeDirectory(login));
  const filter = '(|(sAMAccountName={login})(userPrincipalName={login})(mail={login}))';
  const over = { LDAP_URL: url, LDAP_FILTER: filter };
  for (const account of [login, `${login}@example.org`, `EXAMPLE\\${login}`])
    expect(await outcomeOf(over, account, right)).toMatchObject({ code: 'in' });
});

test('the second directory serves while the first is away, and the doctor names the first', async () => {
  const login = newLogin();
  const [first, second] = [await imitate(lldap(login)), await imitate(lldap(login))];
  const over = { LDAP_URL: `${first.url}, ${second.url}` };
  expect(await outcomeOf(over, login, right)).toMatchObject(isIn);
  expect([first.searches(), second.searches()]).toEqual([1, 0]);
  await first.stop();
  expect(await outcomeOf(over, login, right)).toMatchObject(isIn);
  expect(await outcomeOf(over, login, 'wrong')).toMatchObject(no);
  const found = await checkDirectory(contextWith(over));
  expect(found).toMatchObject({ outcome: 'failure', code: 'unreachable', values: { url: first.url } });
  await second.stop();
  const away = await outcomeOf(over, login, right);
  expect(away).toMatchObject({ code: 'auth.directoryAway', status: 502, tries: 1, failLines: 0 });
  expect(away.log).toContain('"place":"connection"');
});

test('a directory that hangs up on a password is away, however much it said before', async () => {
  const login = newLogin();
  const answers = lldap(login);
  const { url } = await imitate({
    ...answers,
    bind: (dn, password) => {
      if (password !== asSearcher.LDAP_BIND_PASSWORD) throw new Error('hangs up');
      return answers.bind(dn, password);
    },
  });
  expect(await outcomeOf({ LDAP_URL: url }, login, right)).toMatchObject({
    code: 'auth.directoryAway',
    ...notCounted,
  });
});
