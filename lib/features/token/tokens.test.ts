import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { maxTokens, type NewToken } from '@/lib/contract/session';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import { endSessions } from '@/lib/server/auth/session-rows';
import { readAccessToken, withChecksum } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { endOtherSessions, listSessions } from '@/lib/server/services/session/sessions';
import { changePassword } from '@/lib/server/services/settings/password';
import { inNewSession, noon, userContext } from '@/testing/service/context';
import { waitingStatements } from '@/testing/service/meeting';
import { createToken, listTokens, revokeToken } from './tokens';

const day = 24 * 3600 * 1000;
const at = (ms: number) => new Date(noon.getTime() + ms);
const wanted = (over: Partial<NewToken> = {}): NewToken => ({
  name: ' Backup ',
  scopes: ['read', 'upload'],
  validity: day,
  networks: [],
  ...over,
});

async function withToken(
  over: Partial<NewToken> = {},
  account: { admin?: boolean; passwordHash?: string } = {},
) {
  const ctx = await userContext(account);
  const { token } = await createToken(await inNewSession(ctx), wanted(over));
  const opens = async (now = noon) =>
    (await callerOf(ctx.db, new Headers({ [headerNames.auth]: token }), now)) !== null;
  return { ctx, token, id: token.slice(0, 16), opens };
}

const events = async (ctx: UserContext, objectId: string) =>
  (await ctx.db.auditEvent.findMany({ where: { objectId }, orderBy: { id: 'asc' } })).map(
    ({ event, details }) => ({ event, details }),
  );

test('an access token speaks for its account, by either header, never by a cookie', async () => {
  const { ctx, token, id } = await withToken({ networks: ['10.0.0.0/8'] });
  const grant = { name: 'Backup', scopes: ['upload', 'read'], networks: ['10.0.0.0/8'] };
  const { sessionId: _, ...account } = ctx.viewer;
  const viewer = { ...account, sessionId: id, grant };
  for (const headers of [{ [headerNames.auth]: token }, { authorization: `Bearer ${token}` }]) {
    expect(await callerOf(ctx.db, new Headers(headers), noon)).toEqual({ viewer, carrier: 'header' });
  }
  const cookie = `sharry_auth=${token}`;
  expect(await callerOf(ctx.db, new Headers({ cookie }), noon)).toBeNull();
});

test('nothing that is kept, listed or written down is the secret', async () => {
  const { ctx, token, id } = await withToken();
  const row = await ctx.db.session.findUniqueOrThrow({ where: { id } });
  const said = JSON.stringify([row, await listTokens(ctx), await events(ctx, id)]);
  expect(said).toContain(id);
  expect(said).not.toContain(token.slice(16, 48));
});

test('its first part opens nothing with another secret behind it', async () => {
  const { ctx, token, id } = await withToken();
  expect(readAccessToken(token)?.sessionId).toBe(id);
  const forged = withChecksum(id + 'A'.repeat(32));
  expect(readAccessToken(forged)?.sessionId).toBe(id);
  expect(await callerOf(ctx.db, new Headers({ authorization: `Bearer ${forged}` }), noon)).toBeNull();
});

test('it is over at its end, not a moment later and not for being unused', async () => {
  const { opens } = await withToken({ validity: 90 * day });
  expect(await opens(at(90 * day - 1))).toBe(true);
  expect(await opens(at(90 * day))).toBe(false);
});

test('revoked is revoked at once, once, and only by its owner', async () => {
  const { ctx, id, opens } = await withToken();
  const stranger = await userContext();
  await expect(revokeToken(stranger, { id })).rejects.toMatchObject({ code: 'token.notFound' });
  expect(await opens()).toBe(true);
  await revokeToken(ctx, { id });
  expect(await opens()).toBe(false);
  await expect(revokeToken(ctx, { id })).rejects.toMatchObject({ code: 'token.notFound' });
  expect((await listTokens(ctx)).items).toEqual([]);
  expect(await events(ctx, id)).toMatchObject([
    { event: 'token.create', details: { name: 'Backup', scopes: 'upload read' } },
    { event: 'token.revoke', details: { name: 'Backup' } },
  ]);
});

test('with its account’s rights it ends: switched off, demoted, a new password by whomever', async () => {
  const boss = await userContext({ admin: true });
  const change = { state: 'Active', admin: true, email: null } as const;
  const disabled = await withToken();
  await modifyAccount(boss, {
    ...change,
    admin: false,
    state: 'Disabled',
    accountId: disabled.ctx.viewer.id,
  });
  await modifyAccount(boss, { ...change, admin: false, accountId: disabled.ctx.viewer.id });
  const demoted = await withToken({ scopes: ['admin'] }, { admin: true });
  await modifyAccount(boss, { ...change, admin: false, accountId: demoted.ctx.viewer.id });
  const own = await withToken({}, { passwordHash: await hashPassword('the old one') });
  await changePassword(own.ctx, { oldPassword: 'the old one', newPassword: 'something quite new' });
  expect([await disabled.opens(), await demoted.opens(), await own.opens()]).toEqual([false, false, false]);
});

test('a session that ends while it asks for one gets none', async () => {
  const owner = await userContext({ passwordHash: await hashPassword('the old one') });
  const thief = await inNewSession(owner);
  let making: Promise<unknown> = Promise.resolve();
  await owner.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${owner.viewer.id} FOR NO KEY UPDATE`;
    making = createToken(thief, wanted());
    making.catch(() => undefined);
    while ((await waitingStatements(owner)) === 0);
    await endSessions(tx, { accountId: owner.viewer.id, except: null, now: noon });
  });
  await expect(making).rejects.toThrow('auth.required');
  expect((await listTokens(owner)).items).toEqual([]);
});

test('it is no session of a person: neither listed with them nor ended with the others', async () => {
  const { ctx, opens } = await withToken();
  await endOtherSessions(ctx);
  expect(await opens()).toBe(true);
  expect((await listSessions(ctx)).items).toEqual([]);
});

test('rights that one doesn’t have and networks that are none are refused by name', async () => {
  const ctx = await inNewSession(await userContext());
  const refused = (over: Partial<NewToken>) => createToken(ctx, wanted(over));
  await expect(refused({ scopes: ['admin'] })).rejects.toMatchObject({ values: { field: 'scopes' } });
  for (const network of ['everywhere', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1/', '::1/129']) {
    await expect(refused({ networks: [network] }), network).rejects.toMatchObject({
      values: { field: 'networks', reason: 'notANetwork' },
    });
  }
  expect((await listTokens(ctx)).items).toEqual([]);
});

test('an account has no more than fifty, however many are asked for at once', async () => {
  const ctx = await inNewSession(await userContext());
  const made = await Promise.allSettled(
    Array.from({ length: maxTokens + 5 }, () => createToken(ctx, wanted())),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxTokens);
  await expect(createToken(ctx, wanted())).rejects.toMatchObject({ code: 'token.tooMany' });
});
