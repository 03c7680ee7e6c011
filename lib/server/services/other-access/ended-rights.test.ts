import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { applyAdmission } from '@/lib/server/services/account/apply-admission';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { createCode, writeCode } from '@/lib/server/services/account-code/code';
import { resetPassword } from '@/lib/server/services/account-code/reset';
import { leaveAccount } from '@/lib/server/services/leaving/leave';
import { changePassword } from '@/lib/server/services/settings/password';
import { markdownRows } from '@/test/rules/markdown-rows';
import { inNewSession, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';

const page = 'docs/develop/ended-rights.md';
const [head = [], ...rows] = [
  (fs.readFileSync(page, 'utf8').match(/^\| What .*/m)?.[0] ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
  ...markdownRows(page),
];

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
let passwordHash = '';
beforeAll(async () => {
  database = await ownDatabase();
  passwordHash = await hashPassword(password);
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const next = 'another horse battery';
const now = () => ({ db: database.db, now: new Date(), ...post.over() });

test('every table has a row, or is said to be nobody’s', () => {
  const tables = [...fs.readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{/gm)];
  const names = tables.map(([, name = '']) => name).filter((name) => name !== 'Account');
  const nobodys = fs.readFileSync(page, 'utf8').match(/^These belong to no account:.*/m)?.[0] ?? '';
  const told = [...rows.map(([what = '']) => what), nobodys].flatMap((text) =>
    [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  expect([...new Set(told)].sort()).toEqual(names.sort());
});

test.each(rows.map((row) => [row[0] ?? '', row] as const))(
  '%s says what becomes of it, and why',
  (_, row) => {
    expect(row).toHaveLength(head.length);
    for (const cell of row.slice(1, -1)) expect(['ends', 'off', 'named', 'stays']).toContain(cell);
    expect(row.at(-1)).not.toBe('');
  },
);

const admin = () => userContext({ ...now(), admin: true });
const change = { state: 'Active', admin: true, email: 'ada@example.org', password: null } as const;
const modify = async ({ viewer }: UserContext, over: object) =>
  modifyAccount(await admin(), { accountId: viewer.id, ...change, ...over });

async function loseGroup(ctx: UserContext): Promise<void> {
  const account = await ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id } });
  await applyAdmission(ctx, account, {
    groups: [],
    isAdmin: null,
    refusal: { code: 'auth.notAdmitted', reason: '' },
  });
}

const causes: Record<string, (ctx: UserContext) => Promise<unknown>> = {
  Reset: async (ctx) => {
    const id = await createCode(ctx, ctx.db, { accountId: ctx.viewer.id, kind: 'reset', address: null });
    await resetPassword(ctx, { token: (await writeCode(ctx, id)) ?? '', password: next });
  },
  'Own password': (ctx) => changePassword(ctx, { oldPassword: password, newPassword: next }),
  Admin: (ctx) => modify(ctx, { password: next }),
  Disabled: (ctx) => modify(ctx, { state: 'Disabled' }),
  Demoted: (ctx) => modify(ctx, { admin: false }),
  Leaves: (ctx) => leaveAccount(ctx, { login: ctx.viewer.login, heirs: [], password, code: '' }),
  'Group lost': loseGroup,
  Gone: loseGroup, // as the job that asks the directory does
};

/** An admin with one row of each kind that a cause ends, turns off or names. */
async function household() {
  await database.db.account.updateMany({ data: { admin: false } });
  await admin();
  const options = { ...now(), passwordHash, email: 'ada@example.org', admin: true };
  const ctx = await inNewSession(await userContext(options));
  const { id: accountId } = ctx.viewer;
  const other = await inNewSession(ctx);
  const id = ctx.newId();
  const [createdAt, endsAt] = [ctx.now, new Date(ctx.now.getTime() + 3_600_000)];
  const token = { id: `token-${id}`, accountId, secretHash: 'x', name: 'sync', endsAt };
  await ctx.db.session.create({ data: token });
  await ctx.db.deviceRequest.create({ data: { id, userCode: id, name: 'x', accountId, endsAt } });
  await ctx.db.accountCode.create({ data: { id, accountId, kind: 'email', endsAt } });
  await ctx.db.signInChallenge.create({ data: { id, accountId, endsAt } });
  await ctx.db.invite.create({ data: { id, keyStart: 'x', createdById: accountId, expiresAt: endsAt } });
  const hook = { id, accountId, url: 'https://8.8.8.8/', events: [], format: 'json', secret: 'x' };
  await ctx.db.webhook.create({ data: hook });
  await ctx.db.knownClient.create({ data: { id, accountId, endsAt } });
  const key = { credentialId: id, rpId: 'x', publicKey: Buffer.alloc(1), counter: 0, name: 'Pixel' };
  await ctx.db.passkey.create({
    data: { id, accountId, deviceType: 'x', backedUp: false, createdAt, ...key },
  });
  await ownAlias(ctx, { members: [(await userContext(now())).viewer.id] });
  return { ctx, otherId: other.viewer.sessionId, id };
}

type Household = Awaited<ReturnType<typeof household>>;
const fateOf = (count: number) => (count === 0 ? 'ends' : 'stays');
const live = { revokedAt: null };

/** Tells by the rows whether a kind has ended, and by the mail whether one that stays is named. */
const fates: Record<string, (home: Household) => Promise<string>> = {
  '`Session`: sign-ins': async ({ ctx: { db }, otherId: id }) =>
    fateOf(await db.session.count({ where: { id, ...live } })),
  '`Session`: access tokens': async ({ ctx: { db }, id }) =>
    fateOf(await db.session.count({ where: { id: `token-${id}`, ...live } })),
  '`DeviceRequest`': async ({ ctx: { db }, id }) => fateOf(await db.deviceRequest.count({ where: { id } })),
  '`AccountCode`': async ({ ctx: { db }, id }) =>
    fateOf(await db.accountCode.count({ where: { id, usedAt: null } })),
  '`SignInChallenge`': async ({ ctx: { db }, id }) =>
    fateOf(await db.signInChallenge.count({ where: { id } })),
  '`Invite`': async ({ ctx: { db }, id }) => fateOf(await db.invite.count({ where: { id } })),
  '`Webhook`': async ({ ctx: { db }, id }) =>
    (await db.webhook.count({ where: { id, enabled: true } })) === 0 ? 'off' : 'stays',
  '`Passkey`': (home) => isNamed(home, 'passkey'),
  '`AliasMember`': (home) => isNamed(home, 'member'),
  '`KnownClient`': async ({ ctx: { db }, id }) => fateOf(await db.knownClient.count({ where: { id } })),
};

async function isNamed({ ctx: { db, viewer } }: Household, kind: string): Promise<string> {
  const notice = await db.notice.findFirst({ where: { accountId: viewer.id, kind: 'passwordReset' } });
  return JSON.stringify(notice?.facts ?? '').includes(`"kind":"${kind}"`) ? 'named' : 'stays';
}

test('every end that a cell names is tried', () => {
  const ending = rows.filter((row) => row.slice(1, -1).some((cell) => cell !== 'stays'));
  expect(ending.map(([what]) => what)).toEqual(Object.keys(fates));
  expect(head.slice(1, -1)).toEqual(Object.keys(causes));
});

test.each(Object.keys(causes))(
  '%s: sign-ins, tokens, webhooks and the like fare as the page says',
  async (cause) => {
    const home = await household();
    await causes[cause]?.(home.ctx);
    const found = Object.fromEntries(
      await Promise.all(Object.entries(fates).map(async ([what, fate]) => [what, await fate(home)])),
    );
    const at = head.indexOf(cause);
    const said = rows.filter(([what = '']) => what in fates).map((row) => [row[0], row[at]]);
    expect(found).toEqual(Object.fromEntries(said));
  },
);
