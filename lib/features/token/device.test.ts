import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { listTokens } from '@/lib/features/token/tokens';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { endOtherSessions, endSession, signOut } from '@/lib/server/services/session/sessions';
import { changePassword } from '@/lib/server/services/settings/password';
import { inNewSession, noon, userContext } from '@/testing/service/context';
import { decideDevice, fetchDeviceToken, getDeviceRequest, requestDeviceToken } from './device';

const later = <C extends Context>(ctx: C, ms: number): C => ({ ...ctx, now: new Date(noon.getTime() + ms) });
const nobody = (ctx: Context): Context => ({ ...ctx, viewer: null });

async function asked(account: { admin?: boolean } = {}) {
  const ctx = await inNewSession(await userContext(account));
  const request = { name: ' slipway on desk ', scopes: ['upload', 'read', 'admin'] as const };
  const { userCode, deviceCode, ...rest } = await requestDeviceToken(nobody(ctx), {
    ...request,
    scopes: [...request.scopes],
  });
  return {
    ctx,
    rest,
    userCode,
    deviceCode,
    fetch: (at = ctx) => fetchDeviceToken(nobody(at), { deviceCode }),
  };
}

const code = (value: string) => expect.objectContaining({ code: value });

test('a program gets one token of the account that allows it', async () => {
  const { ctx, rest, userCode, fetch } = await asked();
  expect(userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(rest.verificationUriComplete).toBe(`${rest.verificationUri}?code=${userCode}`);
  await expect(fetch()).rejects.toEqual(code('device.pending'));
  const typed = ` ${userCode.toLowerCase().replace('-', ' ')}`;
  expect(await getDeviceRequest(ctx, { userCode: typed })).toMatchObject({
    name: 'slipway on desk',
    scopes: ['upload', 'read'], // who is no admin can't give it
  });
  await decideDevice(ctx, { userCode: typed, allow: true });
  const { token, user } = await fetch();
  expect(user).toBe(ctx.viewer.login);
  const caller = await callerOf(ctx.db, new Headers({ [headerNames.auth]: token }), noon);
  expect(caller?.viewer.grant?.scopes).toEqual(['upload', 'read']);
  expect((await listTokens(ctx)).items).toMatchObject([{ name: 'slipway on desk' }]);
  await expect(fetch()).rejects.toEqual(code('device.over'));
});

test('a program’s name is read as one line, in one direction', async () => {
  const ctx = await userContext();
  const name = ' slipway\r\n\u001b on \u202edesk\u2028';
  const { userCode } = await requestDeviceToken(nobody(ctx), { name, scopes: ['read'] });
  expect((await getDeviceRequest(ctx, { userCode })).name).toBe('slipway  on desk');
});

test('one of many concurrent requests gets the token', async () => {
  const { ctx, userCode, fetch } = await asked();
  await decideDevice(ctx, { userCode, allow: true });
  const waiting: (() => void)[] = [];
  // All of them have seen the request before any of them takes it.
  const db = ctx.db.$extends({
    query: {
      deviceRequest: {
        findFirst: async ({ args, query }) => {
          const row = await query(args);
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length === 8) for (const goOn of waiting) goOn();
          });
          return row;
        },
      },
    },
  });
  const together = { ...ctx, db: db as unknown as typeof ctx.db };
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => fetch(together)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await listTokens(ctx)).items).toHaveLength(1);
});

test('the first answer counts, whosever it is', async () => {
  const { ctx, userCode, fetch } = await asked();
  const other = await userContext();
  await decideDevice(ctx, { userCode, allow: false });
  await expect(decideDevice(other, { userCode, allow: true })).rejects.toEqual(code('device.over'));
  await expect(getDeviceRequest(other, { userCode })).rejects.toEqual(code('device.over'));
  await expect(fetch()).rejects.toEqual(code('device.denied'));
  await expect(fetch()).rejects.toEqual(code('device.over'));
});

test('codes end after ten minutes, allowed or not', async () => {
  const { ctx, userCode, fetch } = await asked();
  await decideDevice(ctx, { userCode, allow: true });
  const end = later(ctx, 600_000);
  await expect(fetch(end)).rejects.toEqual(code('device.over'));
  await expect(getDeviceRequest(end, { userCode })).rejects.toEqual(code('device.over'));
});

test('an account that was disabled meanwhile gives nothing', async () => {
  const { ctx, userCode, fetch } = await asked();
  await decideDevice(ctx, { userCode, allow: true });
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } });
  await expect(fetch()).rejects.toEqual(code('device.over'));
});

const password = 'correct horse';
const another = 'another horse';
const whole = { state: 'Active', admin: true, password: null } as const;

type People = Record<'owner' | 'thief' | 'boss', UserContext>;
const endings: Record<string, (people: People, accountId: string) => Promise<void>> = {
  'a new password of one’s own': ({ owner }) =>
    changePassword(owner, { oldPassword: password, newPassword: another }),
  'a new password by an admin': ({ boss }, accountId) =>
    modifyAccount(boss, { ...whole, password: another, accountId }),
  disabling: ({ boss }, accountId) => modifyAccount(boss, { ...whole, state: 'Disabled', accountId }),
  demotion: ({ boss }, accountId) => modifyAccount(boss, { ...whole, admin: false, accountId }),
  deletion: ({ boss }, accountId) => removeAccount(boss, { accountId }),
  'signing out elsewhere': ({ owner }) => endOtherSessions(owner),
  'ending that session': ({ owner, thief }) => endSession(owner, { id: thief.viewer.sessionId }),
  'signing out': ({ thief }) => signOut(thief),
};

test.each(Object.entries(endings))('%s ends what that session has allowed', async (_, end) => {
  const owner = await userContext({ admin: true, passwordHash: await hashPassword(password) });
  const thief = await inNewSession(owner);
  const { userCode, deviceCode } = await requestDeviceToken(nobody(owner), { name: 'x', scopes: ['manage'] });
  await decideDevice(thief, { userCode, allow: true });
  await end({ owner, thief, boss: await userContext({ admin: true }) }, owner.viewer.id);
  await expect(fetchDeviceToken(nobody(owner), { deviceCode })).rejects.toEqual(code('device.over'));
  expect(
    await owner.db.session.count({ where: { accountId: owner.viewer.id, secretHash: { not: null } } }),
  ).toBe(0);
});

test('guesses and questions without end are refused', async () => {
  const { ctx } = await asked();
  const client = { address: '198.51.100.77', userAgent: null };
  const guesser = { ...ctx, client, config: { ...ctx.config, RATE_LIMITS: true } };
  for (let n = 0; n < 60; n++)
    await expect(getDeviceRequest(guesser, { userCode: `BCDF-${n}` })).rejects.toEqual(code('device.over'));
  await expect(getDeviceRequest(guesser, { userCode: 'BCDF-GHJK' })).rejects.toEqual(code('limit.attempts'));
  await expect(decideDevice(guesser, { userCode: 'X', allow: true })).rejects.toEqual(code('limit.attempts'));
  const asks = { name: 'x', scopes: ['read' as const] };
  for (let n = 0; n < 30; n++) await requestDeviceToken(guesser, asks);
  await expect(requestDeviceToken(guesser, asks)).rejects.toEqual(code('limit.attempts'));
});
