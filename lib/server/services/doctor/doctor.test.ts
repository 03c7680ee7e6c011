import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Finding } from '@/lib/contract/admin/doctor';
import { auth } from '@/lib/contract/auth';
import { AppError } from '@/lib/contract/errors';
import { messagesOf } from '@/lib/i18n/translator';
import { encryptSecret } from '@/lib/server/auth/stored-secret';
import type { Context } from '@/lib/server/context';
import { baseline } from '@/lib/server/db/migrate';
import { smtpMailer } from '@/lib/server/mail/mailer';
import { setClockOffset } from '@/lib/server/present-time';
import { MailSink } from '@/testing/network/mail-sink';
import { openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { pooledDatabase } from '@/testing/service/pooled-database';
import { checkByBaseUrl } from './check-by-base-url';
import { checkClock, checkDatabase, checkSchema } from './check-database';
import {
  checkFactors,
  checkLimits,
  checkMail,
  checkPasskeys,
  checkProxies,
  checkSecret,
} from './check-settings';
import { checkStorage } from './check-storage';
import { examine } from './examine';
import { checkNodes, registerNode } from './node-registration';
import { refuseForged, ticketHeader } from './ticket';

const withEnv = (env: Record<string, string>, over: Partial<Context> = {}) =>
  openContext({ now: new Date(), config: configWith(env), ...over });

const told = ({ outcome, code }: Finding) => [outcome, code];

test('a healthy database, schema and storage are found fine', async () => {
  const ctx = openContext({ now: new Date() });
  const made: string[] = [];
  const { storage } = ctx;
  const openWriter: typeof storage.openWriter = (id, ...rest) => {
    made.push(id);
    return storage.openWriter(id, ...rest);
  };
  const watched = { ...ctx, storage: { ...storage, openWriter } };
  const found = await Promise.all([checkDatabase(ctx), checkSchema(ctx), checkStorage(watched)]);
  expect(found.map(told)).toEqual(Array.from({ length: 3 }, () => ['fine', 'fine']));
  expect(made).toHaveLength(1);
  for await (const { fileId } of storage.list()) expect(made).not.toContain(fileId); // others' files are there, too
});

test('a pooler in front of the database is a warning', async () => {
  const pooled = await pooledDatabase();
  onTestFinished(pooled.remove);
  expect(told(await checkDatabase(withEnv({ DATABASE_URL: pooled.url })))).toEqual(['warning', 'pooled']);
});

test('a database that can only be read is a failure', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  await own.db.$executeRawUnsafe(
    `ALTER DATABASE ${new URL(own.url).pathname.slice(1)} SET default_transaction_read_only TO on`,
  );
  const found = await checkDatabase(withEnv({ DATABASE_URL: own.url }));
  expect(told(found)).toEqual(['failure', 'readOnly']);
});

test('the files of an earlier PostgreSQL are named, with what removes them', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-kept-'));
  onTestFinished(() => fs.rmSync(dir, { recursive: true }));
  const kept = path.join(dir, 'postgres/data-17');
  fs.mkdirSync(kept, { recursive: true });
  const found = await checkDatabase(withEnv({ DATA_DIR: dir }));
  expect(told(found)).toEqual(['warning', 'kept']);
  expect(found.values).toMatchObject({ folder: kept, command: `rm -r ${kept}` });
});

test('a migration that is missing, or that only a newer version knows, is named', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const ctx = openContext({ db: own.db });
  await own.db
    .$executeRaw`UPDATE _prisma_migrations SET migration_name = '2999_later' WHERE migration_name LIKE '%_baseline'`;
  expect(await checkSchema(ctx)).toMatchObject({
    code: 'behind',
    values: { names: expect.stringMatching(/_baseline$/) },
  });
  await own.db.$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    SELECT 'again', checksum, ${baseline}, now() FROM _prisma_migrations LIMIT 1`;
  expect(await checkSchema(ctx)).toMatchObject({ code: 'ahead', values: { names: '2999_later' } });
});

test('a storage that refuses, and one that forgets, are failures', async () => {
  const ctx = openContext({ now: new Date() });
  const cause = new Error('EROFS: read-only file system');
  const refusing = {
    ...ctx.storage,
    openWriter: () => Promise.reject(new AppError('server.unavailable', {}, { cause })),
  };
  const found = await checkStorage({ ...ctx, storage: refusing });
  expect(told(found)).toEqual(['failure', 'broken']);
  expect(found.values.reason).toContain('read-only');
  const forgetting = {
    ...ctx.storage,
    read: async function* () {
      yield Buffer.alloc(64 * 1024);
    },
  };
  expect(told(await checkStorage({ ...ctx, storage: forgetting }))).toEqual(['failure', 'changed']);
});

test('the caller’s address comes only from trusted proxies that send one', () => {
  const by = (
    address: string,
    trusted: string,
    forwardedFor: string | null,
    base = 'https://files.example.org',
  ) =>
    told(
      checkProxies(
        withEnv({ TRUSTED_PROXIES: trusted, BASE_URL: base }, { client: { address, userAgent: null } }),
        forwardedFor,
      ),
    );
  expect(by('192.0.2.7', '10.0.0.1', '192.0.2.7')).toEqual(['fine', 'fine']);
  expect(by('10.0.0.1', '', '192.0.2.7')).toEqual(['failure', 'notTrusted']);
  expect(by('10.0.0.1', '10.0.0.0/8', null)).toEqual(['failure', 'silent']);
  expect(by('10.0.0.1', '', null)).toEqual(['warning', 'unnamed']);
  expect(by('127.0.0.1', '', null, 'http://localhost:3000')).toEqual(['fine', 'fine']);
});

test('secrets that can be guessed or read, limits that are off and mail that fails are found', async () => {
  const { config, ...rest } = withEnv({});
  const weak = { ...rest, config: { ...config, AUTH_SECRET: 'a'.repeat(40) } };
  expect(told(await checkSecret(weak))).toEqual(['failure', 'weak']);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-doctor-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'secret'), 'x');
  fs.chmodSync(path.join(folder, 'secret'), 0o644);
  expect(told(await checkSecret(withEnv({ DATA_DIR: folder })))).toEqual(['failure', 'readable']);
  expect(told(await checkSecret(withEnv({ ADMIN_PASSWORD: 'too short' })))).toEqual([
    'warning',
    'shortPassword',
  ]);
  expect(told(checkLimits(withEnv({ RATE_LIMITS: 'off' })))).toEqual(['warning', 'off']);
  expect(told(await checkMail(withEnv({})))).toEqual(['skipped', 'off']);
  const mail = {
    send: async () => undefined,
    check: () => Promise.reject(new Error('535 wrong password')),
    close: () => undefined,
  };
  expect((await checkMail(withEnv({}, { mail }))).values.reason).toContain('535');
  const fine = { ...mail, check: async () => undefined };
  expect(told(await checkMail(withEnv({ MAIL_FROM: '' }, { mail: fine })))).toEqual(['warning', 'noSender']);
  const set = { MAIL_FROM: 'Slipway <files@example.org>', SMTP_EHLO: 'files.example.org' };
  expect(await checkMail(withEnv(set, { mail: fine }))).toMatchObject({
    outcome: 'fine',
    values: { name: 'files.example.org' },
  });
});

test('a mail server whose certificate nobody trusts is named with the reason, and no password', async () => {
  const sink = await MailSink.open(undefined, { startsTls: true });
  const config = configWith({ SMTP_URL: sink.url.replace('//', '//ada:secret-word@') });
  const mail = smtpMailer(config, 5_000);
  onTestFinished(async () => {
    mail?.close();
    await sink.close();
  });
  const found = await checkMail(withEnv({}, { mail }));
  expect(told(found)).toEqual(['failure', 'untrusted']);
  expect(found.values.reason).toMatch(/certificate/);
  expect(found.values.reason).not.toContain('secret-word');
});

test.each([
  ['smtps', false, 'noTls'],
  ['smtp', true, 'wantsTls'],
])('%s:// for the other kind of port is named as what it is', async (scheme, secure, code) => {
  const sink = await MailSink.open(undefined, { smtpOptions: { secure } });
  const mail = smtpMailer(configWith({ SMTP_URL: sink.url.replace('smtp', scheme) }), 1_000);
  onTestFinished(async () => {
    mail?.close();
    await sink.close();
  });
  const found = await checkMail(withEnv({}, { mail }));
  expect(told(found)).toEqual(['failure', code]);
  expect(found.values.reason).toContain(`let SMTP_URL begin with smtp${secure ? 's' : ''}://`);
});

test('a registration that waits for a mail needs mail', async () => {
  const verified = { SIGNUP_MODE: 'open', SIGNUP_EMAIL: 'verified' };
  expect(told(await checkMail(withEnv(verified)))).toEqual(['failure', 'neededToRegister']);
  expect(told(await checkMail(withEnv({ ...verified, SIGNUP_MODE: 'closed' })))).toEqual(['skipped', 'off']);
});

test('an address that nobody answers, and one where somebody else does, are told apart', async () => {
  const other = createServer((_req, res) => void res.end('<h1>Welcome to nginx!</h1>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const at = async (url: string) => (await checkByBaseUrl(withEnv({ BASE_URL: url }))).map(told);
  const rest = Array.from({ length: 3 }, () => ['skipped', 'noWay']);
  expect(await at(`http://127.0.0.1:${port}`)).toEqual([['failure', 'other'], ...rest]);
  expect(await at('http://127.0.0.1:1')).toEqual([['failure', 'unreachable'], ...rest]);
});

test.each<[passed: string, headers: string[], code: string, header: string]>([
  ['nothing', [], 'fine', 'X-Valid-User'],
  ['the name', ['x-valid-user'], 'forged', 'X-Valid-User'],
  ['the address', ['x-user-email'], 'forgedEmail', 'X-User-Email'],
  ['both', ['x-valid-user', 'x-user-email'], 'forged', 'X-Valid-User'],
])('of a forged login, a proxy that passes %s on is found out', async (_, headers, code, header) => {
  const ctx = withEnv({ PROXY_AUTH: 'true', TRUSTED_PROXIES: '127.0.0.1' });
  const behind = createServer(async (req, res) => {
    const { length: receivedBytes } = await buffer(req);
    const arrived = (name: string) => (headers.includes(name) ? String(req.headers[name]) : null);
    const [user, email] = [arrived('x-valid-user'), arrived('x-user-email')];
    if (req.url !== auth.proxy.path)
      return void res.end(JSON.stringify({ receivedBytes, spanMs: 0, now: Date.now() }));
    const person = user === null ? null : { user, email };
    const ticket = String(req.headers[ticketHeader]);
    const error = await refuseForged(ticket, ctx, { person, email }).catch((refusal: AppError) => refusal);
    res.end(JSON.stringify(error));
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void behind.close());
  const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  const found = await checkByBaseUrl({ ...ctx, config: { ...ctx.config, BASE_URL: url } });
  expect(found.find(({ check }) => check === 'proxyAuth')).toMatchObject({ code, values: { header } });
  expect(messagesOf('en').doctor.said.proxyAuth).toHaveProperty(code);
});

test('only the doctor is told which headers arrive', async () => {
  const person = { user: 'carol', email: null };
  await refuseForged('a ticket that nobody sealed', openContext(), { person, email: null });
});

test('nodes that are set up differently are found out, and say no secret about it', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const here = withEnv({ AUTH_SECRET: 'one secret that is long enough, really' }, { db: own.db });
  const there = withEnv({ AUTH_SECRET: 'another secret that is long enough, too' }, { db: own.db });
  await registerNode(here, here.newId());
  expect(told(await checkNodes(here))).toEqual(['fine', 'fine']);
  await registerNode(there, there.newId());
  expect(await checkNodes(here)).toMatchObject({
    code: 'apart',
    values: { names: 'AUTH_SECRET', count: '2' },
  });
  expect(JSON.stringify(await own.db.setting.findMany())).not.toContain('secret that');
});

test('a node whose clock is apart from the database’s is named by the doctor of every node, and counted', async () => {
  const own = await ownDatabase();
  onTestFinished(async () => {
    setClockOffset(0);
    await own.remove();
  });
  const ctx = withEnv({}, { db: own.db });
  await registerNode(ctx, ctx.newId());
  expect(told(await checkClock(ctx))).toEqual(['fine', 'fine']);
  setClockOffset(-300_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
  await registerNode(ctx, ctx.newId());
  const there = await Promise.all([checkNodes(ctx), checkClock(ctx)]);
  vi.useRealTimers();
  setClockOffset(0);
  const here = await Promise.all([checkNodes(ctx), checkClock(ctx)]);
  for (const [nodes, clock] of [here, there]) {
    expect(nodes).toMatchObject({ outcome: 'fine', values: { count: '2' } });
    expect(clock).toMatchObject({ code: 'nodesApart', values: { names: `${os.hostname()} (+300.0 s)` } });
  }
});

test('second factors that were sealed under another AUTH_SECRET are counted and named', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const ctx = openContext({ db: own.db });
  const { viewer } = await userContext({ db: own.db });
  const seal = (secret: string) =>
    own.db.secondFactor.upsert({
      where: { accountId: viewer.id },
      create: { accountId: viewer.id, secret, lastStep: 0 },
      update: { secret },
    });
  await seal(encryptSecret('second factor', viewer.id, 'x'));
  expect(told(await checkFactors(ctx))).toEqual(['fine', 'fine']);
  await seal('another-key.AAAA');
  expect(await checkFactors(ctx)).toMatchObject({
    outcome: 'failure',
    values: { count: '1', names: viewer.login },
  });
  const off = { ...ctx, config: { ...ctx.config, SECOND_FACTOR: 'off' as const } };
  expect(told(await checkFactors(off))).toEqual(['skipped', 'off']);
});

test('passkeys that were made for another host are a warning', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const ctx = openContext({ db: own.db });
  const { id: accountId } = await own.db.account.create({ data: { id: 'ada', login: 'ada' } });
  const key = {
    accountId,
    publicKey: new Uint8Array(),
    counter: 0,
    deviceType: '',
    backedUp: false,
    name: '',
  };
  const add = (id: string, rpId: string) =>
    own.db.passkey.create({ data: { ...key, id, credentialId: id, rpId } });
  await add('here', 'localhost');
  expect(await checkPasskeys(ctx)).toEqual([]);
  await add('there', 'old.example.org');
  const [found] = await checkPasskeys(ctx);
  expect(found).toMatchObject({ outcome: 'warning', values: { count: '1', hosts: 'old.example.org' } });
  expect(messagesOf('en').doctor.said.baseUrl).toHaveProperty(found?.code ?? '');
});

test('each finding has its words', async () => {
  const { findings } = await examine(withEnv({ BASE_URL: 'http://127.0.0.1:1' }), { forwardedFor: null });
  const words = messagesOf('en').doctor.said as unknown as Record<string, Record<string, string>>;
  for (const { check, code } of findings)
    expect([check, code, words[check]?.[code]]).not.toContain(undefined);
});

test('a node that has been silent for an hour is forgotten, one that was silent for less is not', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const ctx = openContext({ db: own.db });
  const silentFor = async (node: string, minutes: number) => {
    await registerNode(ctx, node);
    const updatedAt = new Date(Date.now() - minutes * 60_000);
    await own.db.setting.update({ where: { key: `node ${node}` }, data: { updatedAt } });
  };
  await silentFor('quiet', 55);
  await silentFor('gone', 65);
  await registerNode(ctx, 'here');
  const left = await own.db.setting.findMany({
    where: { key: { startsWith: 'node ' } },
    orderBy: { key: 'asc' },
  });
  expect(left.map(({ key }) => key)).toEqual(['node here', 'node quiet']);
});

test('a storage that never answers is a finding, and keeps nobody waiting for the others', async () => {
  const ctx = openContext({ now: new Date() });
  const hung = { ...ctx, storage: { ...ctx.storage, openWriter: () => new Promise<never>(() => undefined) } };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const examined = examine(hung, {});
  await vi.advanceTimersByTimeAsync(12_000);
  const { findings } = await examined;
  expect(findings.find(({ check }) => check === 'storage')).toMatchObject({
    outcome: 'failure',
    code: 'late',
  });
  expect(findings.filter(({ check }) => check === 'secret').map(told)).toContainEqual(['fine', 'fine']);
});
