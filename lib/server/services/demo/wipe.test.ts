import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '@/lib/contract/index';
import { demoAccount, isRefusedInDemo } from '@/lib/domain/demo';
import type { Context } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { incrementCounter } from '@/lib/server/limits/counters';
import { demoLimits } from '@/lib/server/limits/demo';
import { createAlias } from '@/lib/server/services/alias/save';
import { announcementNow } from '@/lib/server/services/info/announcement';
import { listOtherAccess } from '@/lib/server/services/other-access/list';
import { listSessions } from '@/lib/server/services/session/sessions';
import { listRecentEvents } from '@/lib/server/services/settings/lately';
import { createShare } from '@/lib/server/services/share/create';
import { createUpload } from '@/lib/server/services/upload/create';
import { findUploadState } from '@/lib/server/services/upload/lease';
import {
  draftShare,
  inNewSession,
  intoShare,
  later,
  noon,
  openContext,
  userContext,
} from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { prepareDemo, wipeDemo, wipedTables } from './wipe';

let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: Context;

beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const demo = { DEMO: 'true' };
const within = (env: Record<string, string>) => openContext({ db: own.db, config: configWith(env) });

beforeEach(async () => {
  await own.db.setting.deleteMany();
  await own.db.share.deleteMany();
  await own.db.account.deleteMany();
  await own.db.usedLinkId.deleteMany();
  ctx = within(demo);
});

const names = async () => (await own.db.share.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);
const examples = ['Minutes of the meeting', 'Pictures of Slipway'];

test('a demo begins with examples, and an account that is no admin', async () => {
  await prepareDemo(ctx);
  expect(await names()).toEqual(examples);
  const accounts = await own.db.account.findMany();
  expect(accounts).toMatchObject([{ login: demoAccount.login, admin: false }]);
  expect(await own.db.file.count({ where: { state: 'complete' } })).toBeGreaterThan(2);
});

test('everything is deleted at the full hour, once, and the examples have their links again', async () => {
  await prepareDemo(ctx);
  const before = await own.db.publication.findMany({ orderBy: { linkId: 'asc' } });
  const guest = await userContext({ db: own.db });
  const { id: shareId } = await draftShare(guest, { name: 'Mine' });
  expect(await wipeDemo(later(ctx, 3599))).toBe(0);
  expect(await names()).toContain('Mine');

  expect(await wipeDemo(later(ctx, 3600))).toBe(3);
  expect(await names()).toEqual(examples);
  expect(await own.db.account.count({ where: { id: guest.viewer.id } })).toBe(0);
  const after = await own.db.publication.findMany({ orderBy: { linkId: 'asc' } });
  expect(after.map(({ linkId }) => linkId)).toEqual(before.map(({ linkId }) => linkId));
  expect(after.some((one) => before.some((old) => old.shareId === one.shareId))).toBe(false);
  expect(after[0]?.publishUntil).toEqual(new Date(noon.getTime() + 2 * 3_600_000));
  expect(await own.db.share.count({ where: { id: shareId } })).toBe(0);
  expect(await wipeDemo(later(ctx, 3700))).toBe(0);
});

test('an upload on its way at the full hour is gone, and its bytes are removed', async () => {
  await prepareDemo(ctx);
  const guest = await userContext({ db: own.db });
  const { id: shareId } = await draftShare(guest);
  const id = ctx.newId();
  const destination = intoShare(guest, shareId);
  const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes: 10 };
  await createUpload(guest, { id, destination, file });
  await wipeDemo(later(ctx, 3600));
  await expect(findUploadState(guest, { fileId: id, destination })).rejects.toThrow('share.notFound');
  expect(await own.db.removal.count({ where: { fileId: id } })).toBe(1);
});

test('a database with somebody’s accounts is never made a demo, also after a demo', async () => {
  await userContext({ db: own.db });
  await expect(prepareDemo(ctx)).rejects.toThrow('this database has 1 account(s)');
  expect(await wipeDemo(later(ctx, 3600))).toBe(0);

  await own.db.account.deleteMany();
  await prepareDemo(ctx);
  await prepareDemo(within({}));
  expect(await wipeDemo(later(ctx, 3600))).toBe(0);
  await expect(prepareDemo(ctx)).rejects.toThrow('this database has 1 account(s)');
});

test('a demo reaches nobody and has small limits, whatever else is set, and says so', () => {
  const { config } = within({
    ...demo,
    SMTP_URL: 'smtp://mail.example.org',
    LDAP_URL: 'ldap://directory.example.org',
    OAUTH_PROVIDERS:
      '[{"id":"x","name":"X","issuer":"https://x.example.org","clientId":"x","clientSecret":"x"}]',
    WEBHOOK_HOSTS: '10.0.0.0/8',
    SIGNUP_MODE: 'open',
    MAX_SIZE: '100G',
    ANNOUNCEMENT: '',
  });
  expect(config).toMatchObject({
    SMTP_URL: undefined,
    LDAP_URL: undefined,
    OAUTH_PROVIDERS: [],
    WEBHOOK_HOSTS: [],
  });
  expect(config).toMatchObject({ SIGNUP_MODE: 'closed', MAX_SIZE: 50 * 1024 ** 2, MAX_VALIDITY: 3_600_000 });
  expect(announcementNow({ config, now: noon })?.text).toContain('every full hour');
});

test('a demo refuses calls of admins, of the shared account, and those that reach somebody', () => {
  const allowed = endpoints.filter((call) => call.method !== 'GET' && !isRefusedInDemo(call));
  const reaching = /admin|settings|mail|webhook|signup|device|forgot|passkey|recipient|report/;
  expect(allowed.map(({ path }) => path).filter((path) => reaching.test(path))).toEqual([]);
  expect(isRefusedInDemo({ method: 'POST', path: '/api/v2/sec/upload/new' })).toBe(false);
});

/** Tables whose rows outlive a wipe, and name nobody. */
const kept = {
  Setting: 'the operator’s',
  Job: 'when each is due',
  Removal: 'bytes that are about to go',
  Tally: 'sums, which the same triggers take back',
  Imported: 'written by a command',
  BucketUpload: 'goes with the bytes',
  BucketPart: 'goes with the bytes',
  BucketTail: 'goes with the bytes',
  SignedPart: 'goes with the bytes',
};

test('a wipe reaches every table that a visitor’s doings write to', async () => {
  const links = await own.db.$queryRaw<{ child: string; parent: string }[]>`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
    FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`;
  const name = (text: string) => text.replaceAll('"', '');
  const reached = new Set<string>([...wipedTables, 'Share']);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { child, parent } of links) if (reached.has(name(parent))) reached.add(name(child));
  }
  const tables = await own.db.$queryRaw<{ table: string }[]>`
    SELECT tablename AS table FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;
  const missed = tables.map(({ table }) => table).filter((table) => !reached.has(table));
  expect(missed.sort()).toEqual(Object.keys(kept).sort());
});

test('strangers who share the account of a demo see no address, browser or sign-in of each other', async () => {
  await prepareDemo(ctx);
  const account = await own.db.account.findFirstOrThrow({ where: { login: demoAccount.login } });
  const viewer = { id: account.id, login: account.login, admin: false, sessionId: '' };
  const [one, other] = await Promise.all(
    ['192.0.2.1', '198.51.100.7'].map((address) =>
      inNewSession({ ...ctx, viewer, client: { address, userAgent: `Browser at ${address}` } }),
    ),
  );
  if (!one || !other) throw new Error('There are two.');
  await record(other, { event: 'login', object: { type: 'account', id: account.id } });
  const seen = [await listSessions(one), await listRecentEvents(one), await listOtherAccess(one)];
  expect(JSON.stringify(seen)).not.toContain('198.51.100.7');
  expect((await listSessions(one)).items).toMatchObject([{ current: true, address: '192.0.2.1' }]);
  expect((await listRecentEvents(one)).items).toEqual([]);
});

test('limits that a visitor ran into, and their address, end with the hour', async () => {
  await prepareDemo(ctx);
  await incrementCounter(own.db, { key: 'login:198.51.100.7', windowMs: 86_400_000, now: ctx.now });
  await wipeDemo(later(ctx, 3600));
  expect(await own.db.rateLimit.count()).toBe(0);
});

test('a demo takes so many shares and inboxes until it is emptied, by whichever way they come', async () => {
  await prepareDemo(ctx);
  const account = await own.db.account.findFirstOrThrow({ where: { login: demoAccount.login } });
  const viewer = { id: account.id, login: account.login, admin: false, sessionId: '' };
  const visitor = { ...ctx, viewer };
  const made = (count: number) =>
    Array.from({ length: count }, () => ({ id: ctx.newId(), ownerId: account.id }));
  const [shares, inboxes] = [await own.db.share.count(), await own.db.alias.count()];
  await own.db.share.createMany({
    data: made(demoLimits.share - shares - 1).map((row) => ({ ...row, validityMs: 1000, maxViews: 1 })),
  });
  await own.db.alias.createMany({
    data: made(demoLimits.alias - inboxes - 1).map((row) => ({ ...row, name: 'x', validityMs: 1000 })),
  });
  const share = { validity: 60_000, maxViews: 1 };
  const alias = { name: 'One more', validity: 60_000, enabled: true, members: [] };
  await createShare(visitor, share);
  await createAlias(visitor, alias);
  await expect(createShare(visitor, share)).rejects.toMatchObject({ code: 'storage.full' });
  await expect(createAlias(visitor, alias)).rejects.toMatchObject({ code: 'storage.full' });

  await wipeDemo(later(ctx, 3600));
  const again = await own.db.account.findFirstOrThrow({ where: { login: demoAccount.login } });
  const next = { ...later(ctx, 3600), viewer: { ...viewer, id: again.id } };
  await expect(createShare(next, share)).resolves.toMatchObject({ id: expect.any(String) });
});
