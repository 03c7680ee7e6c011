import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { createToken } from '@/lib/features/token/tokens';
import { hashPassword } from '@/lib/server/auth/password';
import { decryptSecret, encryptSecret } from '@/lib/server/auth/stored-secret';
import type { Context, UserContext } from '@/lib/server/context';
import { enterAccount } from '@/lib/server/services/session/enter';
import { signIn } from '@/lib/server/services/session/sign-in';
import { signInSecond } from '@/lib/server/services/session/sign-in-second';
import { changePassword } from '@/lib/server/services/settings/password';
import { phoneCode } from '@/testing/people/totp';
import { inNewSession, later, openContext, userContext, warmUp } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { removeFactor, renewRecoveryCodes, resetFactor } from './change';
import { beginFactor, confirmFactor } from './set-up';
import { getFactor } from './state';

const password = 'a horse in the harbour';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const person = async (over: { admin?: boolean } = {}) =>
  inNewSession(await userContext({ passwordHash, ...over }));

/** Codes of this phone begin two steps after that of the set-up. */
async function personWithFactor(over: { admin?: boolean } = {}) {
  const me = await person(over);
  const { secret, setup } = await beginFactor(me, { password });
  const { recoveryCodes } = await confirmFactor(me, { setup, code: phoneCode(secret, me.now) });
  const ctx = later(me, 60);
  const [recoveryCode = ''] = recoveryCodes;
  return { ctx, stranger: openContext({ now: ctx.now }), secret, recoveryCodes, recoveryCode };
}

async function challengeOf(ctx: Context, { login }: { login: string }, given = password): Promise<string> {
  const refused = await signIn(ctx, { account: login, password: given }).catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error('The password alone let in.');
  expect(refused.code).toBe('auth.secondFactor');
  return String(refused.answer.challenge);
}

const isLive = async ({ db }: Context, id: string) =>
  (await db.session.findUniqueOrThrow({ where: { id } })).revokedAt === null;

describe('setting up', () => {
  test('the password, then a right code: other sessions end, this one and access tokens stay', async () => {
    const me = await person();
    const [other] = [await inNewSession(me)];
    await createToken(me, { name: 'Backup', scopes: ['read'], validity: 60_000, networks: [] });
    const { secret, setup, uri } = await beginFactor(me, { password });
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*period=30/);
    const { hostname } = new URL(me.config.BASE_URL);
    expect(decodeURIComponent(uri)).toContain(`${me.config.APP_NAME}:${me.viewer.login}@${hostname}?`);
    expect(await getFactor(me)).toEqual({ available: true, required: false, since: null, recoveryLeft: 0 });
    const { recoveryCodes } = await confirmFactor(me, { setup, code: phoneCode(secret, me.now) });
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect(await getFactor(me)).toMatchObject({ since: me.now.getTime(), recoveryLeft: 10 });
    expect(await isLive(me, me.viewer.sessionId)).toBe(true);
    expect(await isLive(me, other.viewer.sessionId)).toBe(false);
    const tokens = { accountId: me.viewer.id, secretHash: { not: null }, revokedAt: null };
    expect(await me.db.session.count({ where: tokens })).toBe(1);
  });

  test('neither the secret nor a recovery code can be read in the database', async () => {
    const { ctx, secret, recoveryCodes } = await personWithFactor();
    const row = JSON.stringify(
      await ctx.db.secondFactor.findUnique({ where: { accountId: ctx.viewer.id } }),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(row).not.toContain(text);
  });

  test('a thief with the session, but without the password, sets up nothing', async () => {
    const me = await person();
    await expect(beginFactor(me, { password: 'guessed' })).rejects.toMatchObject({
      code: 'settings.passwordWrong',
    });
    const thief = await inNewSession(me);
    const { secret, setup } = await beginFactor(me, { password });
    const code = phoneCode(secret, me.now);
    await expect(confirmFactor(thief, { setup, code })).rejects.toMatchObject({ code: 'factor.setupOver' });
    const forged = confirmFactor(thief, { setup: `${setup}x`, code });
    await expect(forged).rejects.toMatchObject({ code: 'factor.setupOver' });
    expect(await getFactor(me)).toMatchObject({ since: null });
  });

  test('it ends after ten minutes, and with the password that it began with', async () => {
    const me = await person();
    const { secret, setup } = await beginFactor(me, { password });
    const late = later(me, 601);
    const tooLate = confirmFactor(late, { setup, code: phoneCode(secret, late.now) });
    await expect(tooLate).rejects.toMatchObject({ code: 'factor.setupOver' });
    await changePassword(me, { oldPassword: password, newPassword: 'another horse in the harbour' });
    const changed = confirmFactor(me, { setup, code: phoneCode(secret, me.now) });
    await expect(changed).rejects.toMatchObject({ code: 'factor.setupOver' });
  });

  test('one of two second factors completed at once counts', async () => {
    const me = await person();
    const begun = await Promise.all([beginFactor(me, { password }), beginFactor(me, { password })]);
    await warmUp(me, 2);
    const done = await Promise.allSettled(
      begun.map(({ secret, setup }) => confirmFactor(me, { setup, code: phoneCode(secret, me.now) })),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'factor.alreadyOn' },
    });
    await expect(beginFactor(me, { password })).rejects.toMatchObject({ code: 'factor.alreadyOn' });
  });

  test('the code that completed it signs nobody in', async () => {
    const me = await person();
    const { secret, setup } = await beginFactor(me, { password });
    const code = phoneCode(secret, me.now);
    await confirmFactor(me, { setup, code });
    const stranger = openContext({ now: me.now });
    const challenge = await challengeOf(stranger, me.viewer);
    await expect(signInSecond(stranger, { challenge, code })).rejects.toMatchObject({
      code: 'factor.codeWrong',
    });
  });

  test('where second factors are switched off, nobody sets one up and nobody is asked for one', async () => {
    const { ctx } = await personWithFactor();
    const config = { ...ctx.config, SECOND_FACTOR: 'off' as const };
    const me = { ...(await person()), config };
    await expect(beginFactor(me, { password })).rejects.toMatchObject({ code: 'factor.switchedOff' });
    const viewer = await signIn({ ...openContext({ now: ctx.now }), config }, credentials(ctx));
    expect(viewer.id).toBe(ctx.viewer.id);
  });
});

const credentials = ({ viewer }: UserContext) => ({ account: viewer.login, password });

describe('signing in', () => {
  test('the password alone starts no session; password and code do, and the audit says by what', async () => {
    const { ctx, stranger, secret } = await personWithFactor();
    const { id: accountId } = ctx.viewer;
    const sessions = () => ctx.db.session.count({ where: { accountId } });
    const before = await sessions();
    const challenge = await challengeOf(stranger, ctx.viewer);
    expect(await sessions()).toBe(before);
    const { viewer } = await signInSecond(stranger, { challenge, code: phoneCode(secret, ctx.now) });
    expect(viewer.id).toBe(accountId);
    expect(await isLive(ctx, viewer.sessionId)).toBe(true);
    const event = await ctx.db.auditEvent.findFirst({ where: { event: 'login', actorId: accountId } });
    expect(event?.details).toMatchObject({ factor: 'totp' });
  });

  test.each([
    ['a step behind', -30, true],
    ['a step ahead', 30, true],
    ['two minutes behind', -120, false],
    ['two minutes ahead', 120, false],
  ])('a phone whose clock is %s', async (_, seconds, isIn) => {
    const { ctx, stranger, secret } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    const code = phoneCode(secret, later(ctx, seconds).now);
    const outcome = signInSecond(stranger, { challenge, code }).then(
      () => true,
      (error: AppError) => error.code !== 'factor.codeWrong',
    );
    expect(await outcome).toBe(isIn);
  });

  test.each([
    ['000000', 'totp'],
    ['12345', 'totp'],
    ['Code: 000000', 'totp'],
    ['AAAAA-AAAAA', 'recovery'],
    ['AAAAA-AAA', 'recovery'],
    ['A2345-67BCD', 'recovery'],
  ])('the wrong code %j is told to be one of %s', async (code, kind) => {
    const { ctx, stranger } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    const refused = { code: 'factor.codeWrong', values: { kind } };
    await expect(signInSecond(stranger, { challenge, code })).rejects.toMatchObject(refused);
  });

  test('a code works once, also in its 30 seconds and with a challenge of its own', async () => {
    const { ctx, stranger, secret } = await personWithFactor();
    const code = phoneCode(secret, ctx.now);
    const challenges = [await challengeOf(stranger, ctx.viewer), await challengeOf(stranger, ctx.viewer)];
    await signInSecond(stranger, { challenge: challenges[0] ?? '', code });
    const again = signInSecond(stranger, { challenge: challenges[1] ?? '', code });
    await expect(again).rejects.toMatchObject({ code: 'factor.codeWrong' });
    const older = phoneCode(secret, later(ctx, -30).now);
    const oneBefore = signInSecond(stranger, { challenge: challenges[1] ?? '', code: older });
    await expect(oneBefore).rejects.toMatchObject({ code: 'factor.codeWrong' });
  });

  test.each(['totp', 'recovery'])('of many at once with one %s code, one is let in', async (kind) => {
    const { ctx, stranger, secret, recoveryCode } = await personWithFactor();
    const code = kind === 'totp' ? phoneCode(secret, ctx.now) : recoveryCode;
    const challenges: string[] = [];
    for (let n = 0; n < 6; n++) challenges.push(await challengeOf(stranger, ctx.viewer));
    await warmUp(ctx, 6);
    const done = await Promise.allSettled(
      challenges.map((challenge) => signInSecond(stranger, { challenge, code })),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a challenge lets in once, whatever codes are right', async () => {
    const { ctx, stranger, secret, recoveryCode } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    await signInSecond(stranger, { challenge, code: phoneCode(secret, ctx.now) });
    const again = signInSecond(stranger, { challenge, code: recoveryCode });
    await expect(again).rejects.toMatchObject({ code: 'auth.challengeOver' });
  });

  test('a challenge lets in once, also with two right codes at once', async () => {
    const { ctx, stranger, recoveryCodes } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    await warmUp(ctx, 4);
    const done = await Promise.allSettled(
      recoveryCodes.slice(0, 2).map((code) => signInSecond(stranger, { challenge, code })),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a challenge has five tries, all at once or one after the other', async () => {
    const { ctx, stranger, secret } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    const wrong = phoneCode(secret, later(ctx, 3600).now);
    await warmUp(ctx, 8);
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        signInSecond(stranger, { challenge, code: wrong }).catch((error: AppError) => error.code),
      ),
    );
    expect(codes.filter((code) => code === 'factor.codeWrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'auth.challengeOver')).toHaveLength(3);
    const right = signInSecond(stranger, { challenge, code: phoneCode(secret, ctx.now) });
    await expect(right).rejects.toMatchObject({ code: 'auth.challengeOver' });
  });

  test('a pasted list of recovery codes spends no code and no try', async () => {
    const { ctx, recoveryCodes } = await personWithFactor();
    const stranger = limitedContext({ now: ctx.now });
    const challenge = await challengeOf(stranger, ctx.viewer);
    const refused = { code: 'request.invalid', values: { field: 'code', reason: 'severalCodes' } };
    for (let n = 0; n < 11; n++)
      await expect(
        signInSecond(stranger, { challenge, code: recoveryCodes.join('\n') }),
      ).rejects.toMatchObject(refused);
    await expect(signInSecond(stranger, { challenge, code: recoveryCodes[0] ?? '' })).resolves.toBeTruthy();
  });

  test('ten wrong codes in a quarter of an hour are all that an account takes, from everywhere', async () => {
    const { ctx, secret } = await personWithFactor();
    const wrong = phoneCode(secret, later(ctx, 3600).now);
    const codes: unknown[] = [];
    for (let n = 0; n < 11; n++) {
      const stranger = limitedContext({ now: ctx.now });
      const challenge = await challengeOf(stranger, ctx.viewer);
      const given = { challenge, code: n < 10 ? wrong : phoneCode(secret, ctx.now) };
      codes.push(await signInSecond(stranger, given).catch((error: AppError) => error.code));
    }
    expect(codes).toEqual([...Array<string>(10).fill('factor.codeWrong'), 'limit.attempts']);
  });

  test('a challenge of another account, of later than five minutes, or forged lets nobody in', async () => {
    const [mine, theirs] = [await personWithFactor(), await personWithFactor()];
    const challenge = await challengeOf(theirs.stranger, theirs.ctx.viewer);
    const code = phoneCode(mine.secret, mine.ctx.now);
    const foreign = signInSecond(mine.stranger, { challenge, code });
    await expect(foreign).rejects.toMatchObject({ code: 'factor.codeWrong' });
    const late = later(theirs.stranger, 301);
    const tooLate = signInSecond(late, { challenge, code: phoneCode(theirs.secret, late.now) });
    await expect(tooLate).rejects.toMatchObject({ code: 'auth.challengeOver' });
    for (const forged of ['', 'none', challenge.slice(0, -2)]) {
      const given = { challenge: forged, code: phoneCode(theirs.secret, theirs.ctx.now) };
      await expect(signInSecond(theirs.stranger, given)).rejects.toMatchObject({
        code: 'auth.challengeOver',
      });
    }
  });

  test('a challenge ends with the password that it was given for; the factor stays', async () => {
    const { ctx, stranger, secret } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    const newPassword = 'another horse in the harbour';
    await changePassword(ctx, { oldPassword: password, newPassword });
    const old = signInSecond(stranger, { challenge, code: phoneCode(secret, ctx.now) });
    await expect(old).rejects.toMatchObject({ code: 'auth.challengeOver' });
    const next = await challengeOf(stranger, ctx.viewer, newPassword);
    const { viewer } = await signInSecond(stranger, { challenge: next, code: phoneCode(secret, ctx.now) });
    expect(viewer.id).toBe(ctx.viewer.id);
  });

  test('an account that is disabled meanwhile is not let in', async () => {
    const { ctx, stranger, secret } = await personWithFactor();
    const challenge = await challengeOf(stranger, ctx.viewer);
    await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } });
    const entering = signInSecond(stranger, { challenge, code: phoneCode(secret, ctx.now) });
    await expect(entering).rejects.toMatchObject({ code: 'auth.accountDisabled' });
  });

  test('a sign-in whose password was checked before the factor was set up is not let in', async () => {
    const { ctx, stranger } = await personWithFactor();
    const account = await ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id } });
    const entering = enterAccount(stranger, { account, unchanged: {}, event: 'login', isKept: false });
    await expect(entering).rejects.toMatchObject({ code: 'auth.loginFailed' });
  });

  test('a recovery code lets in once, as it was copied or typed', async () => {
    const { ctx, stranger, recoveryCode } = await personWithFactor();
    const typed = ` ${recoveryCode.toLowerCase().replace('-', ' ')}\n`;
    const challenge = await challengeOf(stranger, ctx.viewer);
    await signInSecond(stranger, { challenge, code: typed });
    expect(await getFactor(ctx)).toMatchObject({ recoveryLeft: 9 });
    const again = await challengeOf(stranger, ctx.viewer);
    const twice = signInSecond(stranger, { challenge: again, code: recoveryCode });
    await expect(twice).rejects.toMatchObject({ code: 'factor.codeWrong' });
  });
});

describe('turning off', () => {
  test('takes the password and a code', async () => {
    const { ctx, secret } = await personWithFactor();
    const code = phoneCode(secret, ctx.now);
    const noPassword = removeFactor(ctx, { password: 'guessed', code });
    await expect(noPassword).rejects.toMatchObject({ code: 'settings.passwordWrong' });
    const noCode = removeFactor(ctx, { password, code: '000000' });
    await expect(noCode).rejects.toMatchObject({ code: 'factor.codeWrong' });
    expect(await getFactor(ctx)).toMatchObject({ recoveryLeft: 10 });
    await removeFactor(ctx, { password, code });
    expect(await getFactor(ctx)).toMatchObject({ since: null });
    expect((await signIn(openContext({ now: ctx.now }), credentials(ctx))).id).toBe(ctx.viewer.id);
    await expect(removeFactor(ctx, { password, code })).rejects.toMatchObject({ code: 'factor.notOn' });
  });

  test('a recovery code does, too', async () => {
    const { ctx, recoveryCode } = await personWithFactor();
    await removeFactor(ctx, { password, code: recoveryCode });
    expect(await getFactor(ctx)).toMatchObject({ since: null });
  });

  test('new recovery codes end the old ones', async () => {
    const { ctx, stranger, secret, recoveryCode } = await personWithFactor();
    const { recoveryCodes } = await renewRecoveryCodes(ctx, { password, code: phoneCode(secret, ctx.now) });
    const challenge = await challengeOf(stranger, ctx.viewer);
    const old = signInSecond(stranger, { challenge, code: recoveryCode });
    await expect(old).rejects.toMatchObject({ code: 'factor.codeWrong' });
    const { viewer } = await signInSecond(stranger, { challenge, code: recoveryCodes[0] ?? '' });
    expect(viewer.id).toBe(ctx.viewer.id);
  });

  test('an admin removes that of another, whose sessions end, and not the own one', async () => {
    const { ctx } = await personWithFactor();
    const admin = (await personWithFactor({ admin: true })).ctx;
    await resetFactor(admin, { accountId: ctx.viewer.id });
    expect(await getFactor(ctx)).toMatchObject({ since: null });
    expect(await isLive(ctx, ctx.viewer.sessionId)).toBe(false);
    const own = resetFactor(admin, { accountId: admin.viewer.id });
    await expect(own).rejects.toMatchObject({ code: 'factor.own' });
    const none = resetFactor(admin, { accountId: ctx.viewer.id });
    await expect(none).rejects.toMatchObject({ code: 'factor.notOn' });
  });
});

describe('stored secrets', () => {
  test('open for their row alone, and not when they were changed', () => {
    const sealed = encryptSecret('second factor', 'ada', 'the secret');
    expect(decryptSecret('second factor', 'ada', sealed)).toBe('the secret');
    expect(sealed).not.toBe(encryptSecret('second factor', 'ada', 'the secret'));
    expect(decryptSecret('second factor', 'bob', sealed)).toBeNull();
    for (const bad of ['', 'x', `x${sealed}`, sealed.slice(0, -4), sealed.replace(/\..{4}/, '.AAAA')])
      expect(decryptSecret('second factor', 'ada', bad)).toBeNull();
  });
});
