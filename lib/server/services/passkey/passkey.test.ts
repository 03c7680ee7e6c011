import { beforeAll, describe, expect, test, vi } from 'vitest';
import { passkeySite } from '@/lib/server/auth/passkey-site';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { resetFactor } from '@/lib/server/services/factor/change';
import { beginFactor, confirmFactor } from '@/lib/server/services/factor/set-up';
import { enterAccount } from '@/lib/server/services/session/enter';
import { beginPasskeySignIn, signInByPasskey } from '@/lib/server/services/session/sign-in-by-passkey';
import { listRecentEvents } from '@/lib/server/services/settings/lately';
import { changePassword } from '@/lib/server/services/settings/password';
import { type SoftAuthenticator, softAuthenticator } from '@/testing/people/authenticator';
import { phoneCode } from '@/testing/people/totp';
import { inNewSession, later, openContext, userContext, warmUp } from '@/testing/service/context';
import { addPasskey, beginPasskey } from './add';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys';

const password = 'a horse in the harbour';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const person = async (over: { admin?: boolean } = {}) =>
  inNewSession(await userContext({ passwordHash, ...over }));

async function add(ctx: UserContext, device: SoftAuthenticator, tricks: object = {}): Promise<void> {
  const { options } = await beginPasskey(ctx, { password, code: '' });
  await addPasskey(ctx, { name: 'Phone', credential: device.make(options, tricks) });
}

async function personWithPasskey(over: Parameters<typeof softAuthenticator>[0] = {}) {
  const ctx = await person();
  const device = softAuthenticator(over);
  await add(ctx, device);
  return { ctx, device, stranger: openContext() };
}

const firstOf = async (ctx: UserContext) => {
  const [item] = (await listPasskeys(ctx)).items;
  if (!item) throw new Error('There is no passkey.');
  return item;
};

async function enter(ctx: Context, device: SoftAuthenticator, tricks: object = {}) {
  const { options } = await beginPasskeySignIn(ctx);
  return signInByPasskey(ctx, { credential: device.show(options, tricks), isKept: false });
}

const refused = { code: 'passkey.refused' };
const over = { code: 'passkey.over' };

const isLive = async ({ db }: Context, id: string) =>
  (await db.session.findUniqueOrThrow({ where: { id } })).revokedAt === null;

test.each([
  ['https://files.example.org', 'files.example.org'],
  ['https://files.example.org:8443/x', 'files.example.org'],
  ['http://localhost:3000', 'localhost'],
  ['http://files.localhost', 'files.localhost'],
  ['http://files.example.org', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::1]:3000', null],
  ['http://127.0.0.1:3000', null],
])('at %s passkeys are of %s', (BASE_URL, rpId) => {
  expect(passkeySite({ BASE_URL })?.rpId ?? null).toBe(rpId);
});

describe('making one', () => {
  test('it is listed with its name, and the account’s events say so', async () => {
    const { ctx } = await personWithPasskey({ isSynced: true });
    const added = { name: 'Phone', synced: true, lastUsed: null, elsewhere: null };
    expect(await listPasskeys(ctx)).toMatchObject({ available: true, offered: true, items: [added] });
    const { items } = await listRecentEvents(ctx);
    expect(items.map(({ kind }) => kind)).toEqual(['passkeyAdded']);
  });

  test('it asks for a key that the device keeps and checks the person for, and not for one it has', async () => {
    const { ctx, device } = await personWithPasskey();
    const { options } = await beginPasskey(ctx, { password, code: '' });
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id.toString('base64url') }],
    });
    expect(await beginPasskeySignIn(ctx)).toMatchObject({
      options: { rpId: 'localhost', userVerification: 'required' },
    });
  });

  test('a session alone doesn’t get as far: password, and a code where an app is set up', async () => {
    const ctx = await person();
    const guessed = beginPasskey(ctx, { password: 'guessed', code: '' });
    await expect(guessed).rejects.toMatchObject({ code: 'settings.passwordWrong' });
    const { secret, setup } = await beginFactor(ctx, { password });
    await confirmFactor(ctx, { setup, code: phoneCode(secret, ctx.now) });
    for (const code of ['', '000000'])
      await expect(beginPasskey(ctx, { password, code })).rejects.toMatchObject({ code: 'factor.codeWrong' });
    const next = later(ctx, 60);
    expect(await beginPasskey(next, { password, code: phoneCode(secret, next.now) })).toBeTruthy();
  });

  test('its challenge is for one session, five minutes, one use and one password', async () => {
    const ctx = await person();
    const device = softAuthenticator();
    const made = async () => ({
      name: 'x',
      credential: device.make((await beginPasskey(ctx, { password, code: '' })).options),
    });
    const thief = await inNewSession(ctx);
    await expect(addPasskey(thief, await made())).rejects.toMatchObject(over);
    await expect(addPasskey(await person(), await made())).rejects.toMatchObject(over);
    await expect(addPasskey(later(ctx, 301), await made())).rejects.toMatchObject(over);
    const used = await made();
    await addPasskey(ctx, used);
    await expect(addPasskey(ctx, used)).rejects.toMatchObject(over);
    const old = await made();
    await changePassword(ctx, { oldPassword: password, newPassword: 'another horse in the harbour' });
    await expect(addPasskey(ctx, old)).rejects.toMatchObject(over);
    const forSigningIn = device.make({ ...(await beginPasskeySignIn(ctx)).options, user: { id: '' } });
    await expect(addPasskey(ctx, { name: 'x', credential: forSigningIn })).rejects.toMatchObject(over);
    expect((await listPasskeys(ctx)).items).toHaveLength(1);
  });

  test('one challenge adds one passkey, however many requests use it', async () => {
    const ctx = await person();
    const { options } = await beginPasskey(ctx, { password, code: '' });
    const given = { name: 'x', credential: softAuthenticator().make(options) };
    await warmUp(ctx, 4);
    const done = await Promise.allSettled(Array.from({ length: 4 }, () => addPasskey(ctx, given)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a device that checked nobody', { isUnverified: true }],
    [
      'a certificate, whose addresses the server would fetch',
      { fmt: 'packed', certificate: Buffer.from('x') },
    ],
    ['a statement of a maker', { fmt: 'apple' }],
    ['an answer to something else', { type: 'webauthn.get' }],
  ])('%s is refused', async (_, tricks) => {
    const ctx = await person();
    await expect(add(ctx, softAuthenticator(), tricks)).rejects.toMatchObject(refused);
    expect((await listPasskeys(ctx)).items).toEqual([]);
  });

  test('nobody takes over another’s passkey by its id', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const thief = await person();
    await expect(add(thief, softAuthenticator(), { id: device.id })).rejects.toMatchObject(refused);
    expect(await enter(stranger, device)).toMatchObject({ id: ctx.viewer.id });
  });

  test('a passkey can’t be added by an ended session, nor to an account of a provider', async () => {
    const ctx = await person();
    const device = softAuthenticator();
    const { options } = await beginPasskey(ctx, { password, code: '' });
    await ctx.db.session.update({ where: { id: ctx.viewer.sessionId }, data: { revokedAt: ctx.now } });
    const ended = addPasskey(ctx, { name: 'x', credential: device.make(options) });
    await expect(ended).rejects.toMatchObject({ code: 'auth.required' });
    const external = await person();
    const data = { source: 'oauth:x', subject: external.viewer.id };
    await ctx.db.account.update({ where: { id: external.viewer.id }, data });
    expect(await listPasskeys(external)).toMatchObject({ available: false });
    const begun = beginPasskey(external, { password, code: '' });
    await expect(begun).rejects.toMatchObject({ code: 'settings.noPassword' });
  });

  test('where browsers offer none, the refusal says so', async () => {
    const ctx = await person();
    const plain = { ...ctx, config: { ...ctx.config, BASE_URL: 'http://files.example.org' } };
    const notHere = { code: 'passkey.notHere' };
    await expect(beginPasskey(plain, { password, code: '' })).rejects.toMatchObject(notHere);
    await expect(beginPasskeySignIn(plain)).rejects.toMatchObject(notHere);
    expect(await listPasskeys(plain)).toMatchObject({ offered: false });
  });
});

describe('signing in', () => {
  test('it takes the place of password and code', async () => {
    const ctx = await person();
    const { secret, setup } = await beginFactor(ctx, { password });
    await confirmFactor(ctx, { setup, code: phoneCode(secret, ctx.now) });
    const next = later(ctx, 60);
    const device = softAuthenticator();
    const { options } = await beginPasskey(next, { password, code: phoneCode(secret, next.now) });
    await addPasskey(next, { name: 'Phone', credential: device.make(options) });
    const viewer = await enter(openContext({ now: next.now }), device);
    expect(viewer.id).toBe(ctx.viewer.id);
    expect(await isLive(ctx, viewer.sessionId)).toBe(true);
    expect((await firstOf(ctx)).lastUsed).toBe(next.now.getTime());
    const row = { event: 'login', objectId: viewer.id, outcome: 'ok' };
    const [audited] = await ctx.db.auditEvent.findMany({ where: row });
    expect(audited?.details).toMatchObject({ factor: 'passkey' });
  });

  test('a signed challenge signs in once, however many use it at once', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const { options } = await beginPasskeySignIn(stranger);
    const given = { credential: device.show(options), isKept: false };
    await warmUp(ctx, 4);
    const done = await Promise.allSettled(Array.from({ length: 4 }, () => signInByPasskey(stranger, given)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signInByPasskey(stranger, given)).rejects.toMatchObject(over);
  });

  test('a challenge of adding, one that is too old, and one of nobody let nobody in', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const signed = (options: object) => ({ credential: device.show({ ...options }), isKept: false });
    const { options: adding } = await beginPasskey(ctx, { password, code: '' });
    await expect(signInByPasskey(stranger, signed(adding))).rejects.toMatchObject(over);
    const { options } = await beginPasskeySignIn(stranger);
    await expect(signInByPasskey(later(stranger, 301), signed(options))).rejects.toMatchObject(over);
    await expect(signInByPasskey(stranger, signed({ challenge: 'x' }))).rejects.toMatchObject(over);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['by a device that checked nobody', { isUnverified: true }],
    ['for another person', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['for nobody', { userHandle: '' }],
    ['as an answer to something else', { type: 'webauthn.create' }],
  ])('a signature %s is refused', async (_, tricks) => {
    const { ctx, device, stranger } = await personWithPasskey();
    await expect(enter(stranger, device, tricks)).rejects.toMatchObject(refused);
    const { items } = await listRecentEvents(ctx);
    expect(items[0]).toMatchObject({ kind: 'wrongPasskey' });
    expect(await enter(stranger, device)).toMatchObject({ id: ctx.viewer.id });
  });

  test('another key’s signature under its id, and a passkey that nobody has, are refused', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const thief = softAuthenticator();
    const userHandle = Buffer.from(ctx.viewer.id).toString('base64url');
    const forged = enter(stranger, thief, { id: device.id, userHandle });
    await expect(forged).rejects.toMatchObject(refused);
    await expect(enter(stranger, thief, { userHandle })).rejects.toMatchObject(refused);
  });

  test('a passkey that was made for another host is listed, and lets nobody in here', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    await ctx.db.passkey.updateMany({ where: { accountId: ctx.viewer.id }, data: { rpId: 'old.example' } });
    expect(await firstOf(ctx)).toMatchObject({ elsewhere: 'old.example' });
    await expect(enter(stranger, device)).rejects.toMatchObject(refused);
  });

  test('a disabled account stays out', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const boss = await person({ admin: true });
    const change = { state: 'Disabled', admin: false, email: null, password: null } as const;
    await modifyAccount(boss, { accountId: ctx.viewer.id, ...change });
    const entering = enter(stranger, device);
    await expect(entering).rejects.toMatchObject({ code: 'auth.accountDisabled' });
  });

  test('a counter that goes back lets in with a warning; synced passkeys send none', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const warn = vi.spyOn(stranger.log, 'warn');
    await enter(stranger, device, { counter: 9 });
    expect(warn).not.toHaveBeenCalled();
    await enter(stranger, device, { counter: 9 });
    await enter(stranger, device, { counter: 4 });
    expect(warn).toHaveBeenCalledTimes(2);
    const kinds = async () => (await listRecentEvents(ctx)).items.map(({ kind }) => kind);
    expect((await kinds()).filter((kind) => kind === 'passkeyBehind')).toHaveLength(2);
    await enter(stranger, device, { counter: 5 }); // the copy goes on, behind the highest
    expect((await kinds()).filter((kind) => kind === 'passkeyBehind')).toHaveLength(3);
    await enter(stranger, device, { counter: 10 });
    warn.mockClear();
    const synced = await personWithPasskey({ isSynced: true });
    for (const _ of [1, 2]) await enter(stranger, synced.device);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

test('only its owner renames a passkey, and the account’s events record it', async () => {
  const { ctx, device, stranger } = await personWithPasskey();
  const { id } = await firstOf(ctx);
  for (const other of [await person(), await person({ admin: true })])
    await expect(renamePasskey(other, { id, name: 'Mine' })).rejects.toMatchObject({
      code: 'passkey.notFound',
    });
  await renamePasskey(ctx, { id, name: 'Old phone' });
  expect(await firstOf(ctx)).toMatchObject({ id, name: 'Old phone' });
  const { items } = await listRecentEvents(ctx);
  expect(items.map(({ kind }) => kind)).toEqual(['passkeyRenamed', 'passkeyAdded']);
  const where = { event: 'settings.passkey', objectId: ctx.viewer.id };
  const [row] = await ctx.db.auditEvent.findMany({ where, orderBy: { id: 'desc' } });
  expect(row?.details).toEqual({ change: 'renamed', name: 'Old phone', was: 'Phone' });
  expect(await enter(stranger, device)).toMatchObject({ id: ctx.viewer.id });
});

describe('removing one', () => {
  test('it asks for the password, ends other sessions and lets nobody in any more', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const { id } = await firstOf(ctx);
    const { sessionId } = await enter(stranger, device);
    const guessed = removePasskey(ctx, { id, password: 'guessed', code: '' });
    await expect(guessed).rejects.toMatchObject({ code: 'settings.passwordWrong' });
    const other = removePasskey(await person(), { id, password, code: '' });
    await expect(other).rejects.toMatchObject({ code: 'passkey.notFound' });
    await removePasskey(ctx, { id, password, code: '' });
    expect([await isLive(ctx, ctx.viewer.sessionId), await isLive(ctx, sessionId)]).toEqual([true, false]);
    await expect(enter(stranger, device)).rejects.toMatchObject(refused);
    const { items } = await listRecentEvents(ctx);
    expect(items.map(({ kind }) => kind)).toContain('passkeyRemoved');
  });

  test('a sign-in that was checked before it was removed starts no session', async () => {
    const { ctx, stranger } = await personWithPasskey();
    const { id } = await firstOf(ctx);
    const account = await ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id } });
    await removePasskey(ctx, { id, password, code: '' });
    const passkey = { id, counter: 1, backedUp: false };
    const kind = { event: 'login', factor: 'passkey', passkey } as const;
    const request = { account, unchanged: {}, isKept: false, ...kind };
    await expect(enterAccount(stranger, request)).rejects.toMatchObject(refused);
  });

  test('an admin removes all of who lost the phone', async () => {
    const { ctx, device, stranger } = await personWithPasskey();
    const { sessionId } = await enter(stranger, device);
    await resetFactor(await person({ admin: true }), { accountId: ctx.viewer.id });
    expect((await listPasskeys(ctx)).items).toEqual([]);
    expect(await isLive(ctx, sessionId)).toBe(false);
    await expect(enter(stranger, device)).rejects.toMatchObject(refused);
  });
});
