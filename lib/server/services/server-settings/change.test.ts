import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  isSecretSetting,
  provenSettings,
  type SettingName,
  settingNames,
} from '@/lib/domain/server-settings';
import { hashPassword } from '@/lib/server/auth/password';
import { applyStored, BadConfiguration, config, environmentOf, parseConfig } from '@/lib/server/config';
import { nothingStored } from '@/lib/server/config/stored';
import { variables } from '@/lib/server/config/variables';
import type { UserContext } from '@/lib/server/context';
import { checkStored } from '@/lib/server/services/doctor/check-settings';
import { inNewSession, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { changeSettings } from './change';
import { listSettings } from './list';
import { applySettings, settingRows, storedOf } from './stored';

let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: UserContext;

beforeAll(async () => {
  own = await ownDatabase();
  ctx = await newAdmin();
});
beforeEach(() => own.db.setting.deleteMany());
afterAll(() => own.remove());

const ownPassword = 'seven grey herons wade';
const newAdmin = async (): Promise<UserContext> => {
  const admin = await userContext({ db: own.db, admin: true, config: plainConfig() });
  const passwordHash = await hashPassword(ownPassword);
  await own.db.account.update({ where: { id: admin.viewer.id }, data: { passwordHash } });
  return admin;
};

const plainConfig = (env: Record<string, string> = {}) => configWith({ BASE_URL: '', MAIL_FROM: '', ...env });
const within = (env: Record<string, string>): UserContext => ({
  ...ctx,
  config: plainConfig(env),
});

const storedNow = async () => parseConfig(environmentOf(ctx.config), storedOf(await settingRows(own.db)));

const itemOf = async (name: SettingName, as = ctx) =>
  (await listSettings(as)).items.find((item) => item.name === name);

const save = (name: SettingName, value: string | null, version = 0, as = ctx) =>
  changeSettings(
    as,
    { changes: [{ name, value, version }], password: ownPassword },
    'https://files.example.org',
  );

const provider = {
  id: 'corp',
  name: 'Corp',
  issuer: 'https://id.example.org',
  clientId: 'slipway',
  clientSecret: 'whispered-client',
};

/** A value that is right and another that is wrong; null where every text is right. */
type Sample = [right: string, wrong: string | null];

const ofKind: Record<string, Sample> = {
  size: ['3G', 'much'],
  number: ['10', 'ten'],
  duration: ['3 days', 'soon'],
  time: ['2026-12-24T18:00Z', 'noon'],
  colour: ['#0b6e4f', 'green'],
  URL: ['/brand/picture', null],
  text: ['whispered, in *all* letters', null],
  DN: ['cn=slipway,dc=example,dc=org', null],
  Markdown: ['Closed on **Monday**', null],
};

/** Settings that take other values than their kind. */
const ofSetting: Partial<Record<SettingName, Sample>> = {
  BASE_URL: ['https://files.example.org', 'files.example.org/below'],
  SMTP_URL: ['smtps://me:whispered-word@mail.example.org', 'mail.example.org'],
  MAIL_FROM: ['Files <files@example.org>', 'nobody'],
  SIGNUP_EMAIL: ['verified', 'yes'],
  SIGNUP_DOMAINS: ['example.org', 'not a domain!'],
  ACCOUNT_MAX_SIZE: ['10G', '-1'],
  ACCOUNT_MAX_FILES: ['1000', '1.5'],
  MAX_VALIDITY: ['30 days', '1 second'],
  DEFAULT_VIEWS: ['any', '0'],
  ABUSE_MAIL: ['abuse@example.org', 'nobody'],
  LANGUAGES: ['de,fr', 'de,xx'],
  DEFAULT_TIMEZONE: ['Europe/Berlin', 'Berlin'],
  OAUTH_PROVIDERS: [JSON.stringify([provider]), '{}'],
  LDAP_URL: ['ldaps://ldap.example.org', 'https://ldap.example.org'],
  LDAP_FILTER: ['(mail={login})', 'mail'],
  LDAP_GROUPS: ['(member={dn})', '(member=x)'],
  LDAP_ALLOWED_GROUPS: ['staff; crew', ';'],
  LDAP_ADMIN_GROUPS: ['bosses', ';'],
};

function sampleOf(name: SettingName): Sample {
  const { kind, example } = variables[name].meta() ?? {};
  const words = String(kind).split(/, | or /);
  const other = words.length > 1 && words.find((word) => word !== example);
  const sample = ofSetting[name] ?? (other ? [other, 'none of them'] : ofKind[String(kind)]);
  if (!sample) throw new Error(`${name} needs a sample in ofSetting.`);
  return sample;
}

const samples = Object.fromEntries(settingNames.map((name) => [name, sampleOf(name)])) as Record<
  SettingName,
  Sample
>;

const companions: Partial<Record<SettingName, readonly SettingName[]>> = {
  SIGNUP_DOMAINS: ['SIGNUP_EMAIL'],
  LDAP_URL: ['LDAP_BASE'],
  LDAP_BIND_DN: ['LDAP_BIND_PASSWORD'],
  LDAP_BIND_PASSWORD: ['LDAP_BIND_DN'],
};
const besideOf = (name: SettingName): readonly SettingName[] => companions[name] ?? [];

test.each(settingNames)('%s counts once it is stored, and is taken back', async (name) => {
  const [right] = samples[name];
  const beside = besideOf(name).map((one) => ({ name: one, value: samples[one][0], version: 0 }));
  const origin = 'https://files.example.org';
  const changes = [{ name, value: right, version: 0 }, ...beside];
  await changeSettings(ctx, { changes, password: ownPassword }, origin);
  const { [name]: before } = ctx.config;
  expect((await storedNow())[name]).not.toEqual(before);
  expect((await storedNow()).RAW[name]).toBe(right);
  const item = await itemOf(name);
  expect(item).toMatchObject({ isSet: true, isFixed: false, isIgnored: false, version: 1 });
  if (!isSecretSetting(name)) expect(item?.value).toBe(right);
  const away = [name, ...besideOf(name)].map((one) => ({ name: one, value: null, version: 1 }));
  await changeSettings(ctx, { changes: away, password: ownPassword }, origin);
  expect((await storedNow())[name]).toEqual(before);
  expect(await itemOf(name)).toMatchObject({ isSet: false, value: null, version: 2 });
});

const refusable = settingNames.filter((name) => samples[name][1] !== null);

test.each(refusable)('a wrong %s is refused with its name, and nothing beside it is stored', async (name) => {
  const other = name === 'APP_NAME' ? 'FOOTER_TEXT' : 'APP_NAME';
  const changes = [
    { name: other, value: 'Other', version: 0 } as const,
    { name, value: samples[name][1], version: 0 },
  ];
  const refused = expect.objectContaining({
    code: expect.stringMatching(/^(request\.invalid|setting\.unfit)$/),
    values: expect.objectContaining({ field: name }),
  });
  await expect(changeSettings(ctx, { changes, password: ownPassword })).rejects.toEqual(refused);
  expect(await own.db.setting.count()).toBe(0);
});

test('the list says of each setting in what field it is set, and what a choice takes', async () => {
  const { items } = await listSettings(ctx);
  const fieldOf = (name: SettingName) => {
    const { control, choices } = items.find((item) => item.name === name) ?? {};
    return [control, choices];
  };
  expect(fieldOf('SCAN_DOWN')).toEqual(['choice', ['hold', 'allow']]);
  expect(fieldOf('ALIAS_MEMBERS')).toEqual(['flag', []]);
  expect(fieldOf('LDAP_BIND_PASSWORD')).toEqual(['secret', []]);
  expect(fieldOf('FOOTER_TEXT')).toEqual(['markdown', []]);
  expect(fieldOf('MAX_SIZE')).toEqual(['text', []]);
});

test.each(settingNames)('%s of the environment wins over a row, and can’t be changed', async (name) => {
  await own.db.setting.create({ data: { key: name, value: 'false' } });
  const beside = Object.fromEntries(besideOf(name).map((one) => [one, samples[one][0]]));
  const fixed = within({ ...beside, [name]: samples[name][0] });
  expect(fixed.config.FIXED).toContain(name);
  const merged = parseConfig(environmentOf(fixed.config), {
    ...nothingStored,
    texts: { [name]: 'false' },
  });
  expect(merged[name]).toEqual(fixed.config[name]);
  await expect(save(name, samples[name][0], 1, fixed)).rejects.toMatchObject({ code: 'setting.fixed' });
  expect(await itemOf(name, fixed)).toMatchObject({ isFixed: true, isSet: true });
});

test('secrets lie sealed in their rows, and neither list nor audit has them', async () => {
  const names = settingNames.filter(isSecretSetting);
  for (const name of names) {
    const changes = [name, ...besideOf(name)].map((one) => ({
      name: one,
      value: samples[one][0],
      version: 0,
    }));
    await changeSettings(ctx, { changes, password: ownPassword }, 'https://files.example.org');
  }
  await save('APP_NAME', 'Told to nobody in the audit');
  const rows = JSON.stringify([await own.db.setting.findMany(), await listSettings(ctx)]);
  expect(rows).not.toContain('whispered');
  const audit = await own.db.auditEvent.findMany({
    where: { event: 'system.settings', actorId: ctx.viewer.id },
  });
  expect(audit.map(({ details }) => details)).toEqual(
    expect.arrayContaining([{ names: 'SMTP_URL' }, { names: 'APP_NAME' }]),
  );
  expect(JSON.stringify(audit.map(({ details }) => details))).not.toMatch(/whispered|Told/);
  expect((await itemOf('SMTP_URL'))?.value).toBe('smtps://me@mail.example.org');
});

test.each([
  ['nothing', 'smtps://me@mail.example.org', 'smtps://me:whispered-word@mail.example.org'],
  ['password', 'smtps://me:newer@mail.example.org', 'smtps://me:newer@mail.example.org'],
  ['name to none', 'smtps://mail.example.org', 'smtps://mail.example.org'],
])('a mail server with another %s is stored', async (_, value, stored) => {
  await save('SMTP_URL', samples.SMTP_URL[0]);
  await save('SMTP_URL', value, 1);
  expect((await storedNow()).SMTP_URL).toBe(stored);
});

test.each([
  'smtps://me@elsewhere.example.org',
  'smtps://you@mail.example.org',
  'smtps://me@mail.example.org:2465',
  'smtp://me@mail.example.org',
  'smtps://me@mail.example.org?name=other',
])('the password is not kept for %s', async (value) => {
  await save('SMTP_URL', samples.SMTP_URL[0]);
  await expect(save('SMTP_URL', value, 1)).rejects.toMatchObject({ code: 'setting.passwordMissing' });
});

test.each([
  'tls.host=elsewhere.example.org',
  'service=gmail',
  'proxy=socks5://9.9.9.9',
  'ignoreTLS=true',
  'secure=false',
  'host=x',
])(
  'a mail server with the option %s is refused in the browser, with or without its password, and taken by a command',
  async (option) => {
    await save('SMTP_URL', samples.SMTP_URL[0]);
    for (const person of ['me', 'me:newer'])
      await expect(save('SMTP_URL', `smtps://${person}@mail.example.org?${option}`, 1)).rejects.toMatchObject(
        {
          code: 'setting.option',
          values: { field: 'SMTP_URL', option: option.split('=')[0] },
        },
      );
    expect((await storedNow()).SMTP_URL).toBe(samples.SMTP_URL[0]);
    const byCommand = `smtps://me:newer@mail.example.org?${option}`;
    await changeSettings({ ...ctx, viewer: null }, { changes: [{ name: 'SMTP_URL', value: byCommand }] });
    expect((await storedNow()).SMTP_URL).toBe(byCommand);
  },
);

test.each([
  { tokenUrl: 'https://thief.example.org' },
  { userUrl: 'https://thief.example.org' },
  { authorizeUrl: 'https://thief.example.org' },
  { clientId: 'another' },
])('the secret of a provider by addresses is not kept for %j', async (moved) => {
  const [authorizeUrl, tokenUrl, userUrl] = ['a', 't', 'u'].map((path) => `https://id.example.org/${path}`);
  const { issuer: _, clientSecret, ...rest } = provider;
  const known = { ...rest, authorizeUrl, tokenUrl, userUrl, userIdKey: 'sub' };
  await save('OAUTH_PROVIDERS', JSON.stringify([{ ...known, clientSecret }]));
  await save('OAUTH_PROVIDERS', JSON.stringify([{ ...known, name: 'Company' }]), 1);
  await expect(save('OAUTH_PROVIDERS', JSON.stringify([{ ...known, ...moved }]), 2)).rejects.toMatchObject({
    code: 'setting.passwordMissing',
  });
});

test('the secret of a provider is kept for the same issuer only', async () => {
  const { clientSecret: _, ...known } = provider;
  await save('OAUTH_PROVIDERS', JSON.stringify([provider]));
  await save('OAUTH_PROVIDERS', JSON.stringify([{ ...known, name: 'Company' }]), 1);
  expect((await storedNow()).OAUTH_PROVIDERS).toMatchObject([
    { name: 'Company', clientSecret: 'whispered-client' },
  ]);
  const elsewhere = JSON.stringify([{ ...known, issuer: 'https://id.example.net' }]);
  await expect(save('OAUTH_PROVIDERS', elsewhere, 2)).rejects.toMatchObject({
    code: 'setting.passwordMissing',
  });
});

const directory = {
  LDAP_URL: samples.LDAP_URL[0],
  LDAP_BASE: samples.LDAP_BASE[0],
  LDAP_BIND_DN: samples.LDAP_BIND_DN[0],
  LDAP_BIND_PASSWORD: samples.LDAP_BIND_PASSWORD[0],
};
const setDirectory = (as: UserContext, given: Partial<Record<SettingName, string>> = directory) =>
  changeSettings(as, {
    password: ownPassword,
    changes: Object.entries(given).map(([name, value]) => ({ name: name as SettingName, value })),
  });

test.each<[SettingName, string | null]>([
  ['LDAP_URL', 'ldaps://thief.example.org'],
  ['LDAP_URL', 'ldaps://ldap.example.org ldaps://thief.example.org'],
  ['LDAP_URL', 'ldap://ldap.example.org'],
  ['LDAP_URL', null],
  ['LDAP_BIND_DN', 'cn=other,dc=example,dc=org'],
])('the password of the directory is not kept for %s %s', async (name, value) => {
  await setDirectory(ctx);
  await expect(save(name, value, 1)).rejects.toMatchObject({
    code: 'setting.passwordMissing',
    values: { field: 'LDAP_URL' },
  });
  await save('LDAP_FILTER', '(mail={login})');
  expect(await storedNow()).toMatchObject({ ...directory, LDAP_FILTER: '(mail={login})' });
});

test('the directory moves with its password typed again', async () => {
  await setDirectory(ctx);
  const moved = { LDAP_URL: 'ldaps://new.example.org', LDAP_BIND_PASSWORD: 'whispered-anew' };
  await setDirectory(ctx, moved);
  expect(await storedNow()).toMatchObject(moved);
});

test.each(provenSettings)('%s is changed by a person who proves it, not by a session alone', async (name) => {
  const changes = [{ name, value: samples[name]?.[0] ?? '' }];
  const admin = await newAdmin();
  for (const [password, code] of [
    ['', 'request.invalid'],
    ['a guess', 'settings.passwordWrong'],
  ] as const)
    await expect(
      changeSettings(admin, { changes, password }, 'https://files.example.org'),
    ).rejects.toMatchObject({ code });
  expect((await itemOf(name))?.isSet).toBe(false);
});

test.each<[part: string, name: SettingName, value: string | null]>([
  ['the server of all mails', 'SMTP_URL', 'smtps://thief.example.org'],
  ['nothing but a new password', 'SMTP_URL', 'smtps://me:newer@mail.example.org'],
  ['nothing but an option', 'SMTP_URL', `${samples.SMTP_URL[0]}?maxMessages=1`],
  ['no mail server', 'SMTP_URL', null],
  ['the sender', 'MAIL_FROM', 'Files <files@thief.example.org>'],
  ['a second provider', 'OAUTH_PROVIDERS', JSON.stringify([provider, { ...provider, id: 'thief' }])],
  ['a group of admins', 'OAUTH_PROVIDERS', JSON.stringify([{ ...provider, adminGroups: ['all'] }])],
  ['a new client secret', 'OAUTH_PROVIDERS', JSON.stringify([{ ...provider, clientSecret: 'newer' }])],
  ['no provider', 'OAUTH_PROVIDERS', null],
  ['the address in all links', 'BASE_URL', 'https://thief.example.org'],
  ['sign-up for everybody', 'SIGNUP_MODE', 'open'],
  ['the word that makes invites', 'INVITE_PASSWORD', 'known to the thief'],
  ['no scan', 'SCAN', null],
])('with a session alone, %s is not set', async (_, name, value) => {
  await save(name, samples[name][0]);
  const change = { name, value, version: 1 };
  const alone = { changes: [{ name: 'FOOTER_TEXT', value: 'beside it', version: 0 } as const, change] };
  await expect(changeSettings(ctx, alone, 'https://thief.example.org')).rejects.toMatchObject({
    code: 'request.invalid',
  });
  expect((await storedNow()).RAW[name]).toBe(samples[name][0]);
  expect((await itemOf('FOOTER_TEXT'))?.isSet).toBe(false);
});

test('a wrong guess at the proof of a setting is in the audit', async () => {
  const admin = await newAdmin();
  const changes = [{ name: 'SMTP_URL' as const, value: samples.SMTP_URL[0] }];
  await expect(changeSettings(admin, { changes, password: 'a guess' })).rejects.toThrow();
  const where = { actorId: admin.viewer.id, event: 'system.settings' };
  expect(await own.db.auditEvent.findMany({ where })).toMatchObject([{ outcome: 'refused' }]);
});

test('an admin without a password here changes the mail server just after signing in alone', async () => {
  const admin = await inNewSession(await newAdmin());
  await own.db.account.update({ where: { id: admin.viewer.id }, data: { source: 'oauth' } });
  const send = (as: UserContext, version: number) =>
    changeSettings(as, { changes: [{ name: 'SMTP_URL', value: samples.SMTP_URL[0], version }] });
  await send(admin, 0);
  const later = new Date(Date.now() + 11 * 60_000);
  await expect(send({ ...admin, now: later }, 1)).rejects.toMatchObject({ code: 'account.signInAgain' });
});

test('a password of the environment goes to no directory that somebody sets in the browser', async () => {
  const { LDAP_BASE, LDAP_BIND_DN, LDAP_BIND_PASSWORD } = directory;
  const fixed = within({ LDAP_BASE, LDAP_BIND_DN, LDAP_BIND_PASSWORD });
  await expect(setDirectory(fixed, { LDAP_URL: 'ldaps://thief.example.org' })).rejects.toMatchObject({
    code: 'setting.fixed',
    values: { field: 'LDAP_URL' },
  });
  const merged = parseConfig(environmentOf(fixed.config), {
    ...nothingStored,
    texts: { LDAP_URL: 'ldaps://thief.example.org' },
  });
  expect(merged.LDAP_URL).toBeUndefined();
});

test('of two admins who save at once, one reads which setting the other changed', async () => {
  const tries = await Promise.allSettled([
    save('APP_NAME', 'One'),
    save('APP_NAME', 'Two'),
    save('FOOTER_TEXT', 'x'),
  ]);
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject([{ code: 'setting.changed', values: { field: 'APP_NAME' } }]);
  await expect(save('APP_NAME', null, 0)).rejects.toMatchObject({ code: 'setting.changed' });
});

test('settings that contradict each other are refused, unless both change together', async () => {
  await expect(save('SIGNUP_DOMAINS', 'example.org')).rejects.toMatchObject({
    code: 'setting.apart',
    values: { field: 'SIGNUP_DOMAINS' },
  });
  const both = [
    { name: 'SIGNUP_EMAIL', value: 'verified', version: 0 },
    { name: 'SIGNUP_DOMAINS', value: 'example.org', version: 0 },
  ] as const;
  await changeSettings(ctx, { changes: both, password: ownPassword });
  for (const value of ['off', null])
    await expect(save('SIGNUP_EMAIL', value, 1)).rejects.toMatchObject({
      code: 'setting.apart',
      values: { field: 'SIGNUP_DOMAINS' },
    });
  await expect(save('DEFAULT_VALIDITY', '700 days')).rejects.toMatchObject({ code: 'setting.apart' });
  const changes = [
    { name: 'DEFAULT_VALIDITY', value: '700 days', version: 0 },
    { name: 'MAX_VALIDITY', value: '800 days', version: 0 },
  ] as const;
  await changeSettings(ctx, { changes });
  expect((await storedNow()).MAX_VALIDITY).toBe(800 * 24 * 3_600_000);
});

test('rows that are wrong are not used and found by the doctor; those beside them count', async () => {
  const value = { sealed: 'of.another-secret' };
  await own.db.setting.createMany({
    data: [
      { key: 'MAX_SIZE', value: 'much' },
      { key: 'SMTP_URL', value },
      { key: 'INVITE_PASSWORD', value: 'in the clear' },
      { key: 'ALIAS_MEMBERS', value: { a: 1 } },
      { key: 'SIGNUP_DOMAINS', value: 'example.org' },
      { key: 'APP_NAME', value: 'Still right' },
      { key: 'HOST', value: '0.0.0.0' },
    ],
  });
  const found = await storedNow();
  expect(found).toMatchObject({
    APP_NAME: 'Still right',
    MAX_SIZE: ctx.config.MAX_SIZE,
    HOST: ctx.config.HOST,
  });
  expect([...found.IGNORED].sort()).toEqual(
    ['ALIAS_MEMBERS', 'INVITE_PASSWORD', 'MAX_SIZE', 'SIGNUP_DOMAINS', 'SMTP_URL'].sort(),
  );
  expect(checkStored({ ...ctx, config: found })).toMatchObject({ check: 'settings', outcome: 'failure' });
  expect(checkStored(ctx)).toMatchObject({ outcome: 'fine' });
  await save('MAX_SIZE', '2G', 1);
  expect((await storedNow()).IGNORED).not.toContain('MAX_SIZE');
});

test('a wrong environment stops the start whatever is stored', () => {
  const stored = { ...nothingStored, texts: { MAX_SIZE: 'much' } };
  expect(() => parseConfig({ MAX_SIZE: 'more' }, stored)).toThrow(BadConfiguration);
  expect(() => parseConfig({ MAX_SIZE: 'more' }, { ...stored, texts: { MAX_SIZE: '1G' } })).toThrow(
    'MAX_SIZE',
  );
});

test('a public address that leads elsewhere is refused, unless the admin’s browser is there or a command says so', async () => {
  const nowhere = 'http://127.0.0.1:9';
  const changes = [{ name: 'BASE_URL', value: nowhere, version: 0 }] as const;
  const proven = { changes, password: ownPassword };
  await expect(changeSettings(ctx, proven, 'http://localhost:3000')).rejects.toMatchObject({
    code: 'setting.addressElsewhere',
  });
  await changeSettings(ctx, proven, nowhere);
  expect((await storedNow()).BASE_URL).toBe(nowhere);
  await changeSettings({ ...ctx, viewer: null }, { changes: [{ name: 'BASE_URL', value: null }] });
  expect((await storedNow()).BASE_URL).toBe('http://localhost:3000');
});

test('a process uses what is stored, and no older state that comes late', async () => {
  vi.stubEnv('NEXTAUTH_URL', '');
  await applySettings(ctx);
  const before = storedOf(await settingRows(own.db));
  await save('APP_NAME', 'Later');
  await applySettings(ctx);
  expect(config().APP_NAME).toBe('Later');
  applyStored(before);
  expect(config().APP_NAME).toBe('Later');
});

test('only what zero takes the limit from is said to have none at zero', async () => {
  const { items } = await listSettings(ctx);
  const named = items.filter(({ isOffAtZero }) => isOffAtZero).map(({ name }) => name);
  expect(named).toEqual(['ACCOUNT_MAX_SIZE', 'ACCOUNT_MAX_FILES', 'MAX_ALIAS_FILES']);
  for (const name of ['MAX_SIZE', 'MAX_VALIDITY'] as const)
    await expect(save(name, '0')).rejects.toMatchObject({ code: 'request.invalid' });
});

test.each<[name: SettingName, value: string, allowed: string]>([
  ['LANGUAGES', 'xx', 'must be some of gb, de, fr, ja, cz, es, it, br, separated by commas'],
  ['SIGNUP_MODE', 'all', 'must be closed, invite or open'],
  ['DEFAULT_TIMEZONE', 'Mars', 'must be a time zone such as Europe/Berlin'],
])('who sets %s to %s reads what is allowed, as its schema says', async (name, value, allowed) => {
  await expect(save(name, value)).rejects.toMatchObject({
    code: 'setting.unfit',
    values: { field: name, allowed },
  });
});
