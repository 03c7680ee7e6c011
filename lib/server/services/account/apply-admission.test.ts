import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { type AdmissionRules, admissionOf } from '@/lib/domain/account/admission';
import { createToken } from '@/lib/features/token/tokens';
import { callerOf } from '@/lib/server/auth/caller';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Provider } from '@/lib/server/config/provider';
import type { Context, Viewer } from '@/lib/server/context';
import { signInFederated } from '@/lib/server/services/session/sign-in-federated';
import { openContext, userContext, warmUp } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import type { FederatedIdentity } from './federated-account';
import { modifyAccount } from './modify';
import { removeAccount } from './remove';
import { getAccount } from './search';

// The last admin depends on all accounts, so these tests have a database of their own.
let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: Context;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());
beforeEach(async () => {
  await own.db.account.deleteMany();
  const { config, ...rest } = openContext({ db: own.db, now: new Date() });
  ctx = { ...rest, config: { ...config, OAUTH_PROVIDERS: [provider] } };
});

const both = { adminGroups: ['bosses'], allowedGroups: ['bosses', 'staff'] };
const provider: Provider = {
  ...{ id: 'idp', name: 'IdP', icon: null, clientId: 'c', clientSecret: 's', scope: 'openid' },
  ...{ issuer: 'https://idp.example', groupsKey: 'groups', ...both },
};

const personIn = (groups: string[], rules: AdmissionRules = both, name = 'carol'): FederatedIdentity => ({
  source: 'oauth:idp',
  subject: name,
  login: () => `${name}@idp`,
  email: null,
  admission: admissionOf(rules, { groups, email: null, isEmailVerified: false }),
});
const enter = (groups: string[], rules?: AdmissionRules, name?: string) =>
  signInFederated(ctx, personIn(groups, rules, name));
const row = (id: string) => own.db.account.findUniqueOrThrow({ where: { id } });
const localAdmin = () => userContext({ db: own.db, admin: true, config: ctx.config });

async function tokenOf({ sessionId }: Viewer): Promise<string> {
  return (await sealSessionToken({ sessionId, isKept: false }, ctx.now)).token;
}
const isIn = async (token: string) =>
  (await callerOf(own.db, new Headers({ [headerNames.auth]: token }), ctx.now)) !== null;

/** All that somebody can have got by a right. */
async function belongings(viewer: Viewer) {
  const { token: access } = await createToken(
    { ...ctx, viewer },
    { name: 'script', scopes: ['read'], networks: [], validity: 60_000 },
  );
  const common = { endsAt: new Date(ctx.now.getTime() + 60_000), accountId: viewer.id };
  await own.db.deviceRequest.create({
    data: { ...common, id: ctx.newId(), userCode: ctx.newId(), name: 'tv', scopes: [], answer: 'allowed' },
  });
  await own.db.invite.create({
    data: {
      id: ctx.newId(),
      keyHash: ctx.newId(),
      keyStart: 'a',
      createdById: viewer.id,
      expiresAt: common.endsAt,
    },
  });
  const tokens = [await tokenOf(viewer), access];
  return {
    isIn: () => Promise.all(tokens.map(isIn)),
    rest: async () => [
      await own.db.deviceRequest.count({ where: { accountId: viewer.id } }),
      await own.db.invite.count({ where: { createdById: viewer.id } }),
    ],
  };
}

test('each sign-in decides: a group makes an admin, and its loss a person like others', async () => {
  await localAdmin();
  const first = await enter(['bosses']);
  expect(first.admin).toBe(true);
  expect(await row(first.id)).toMatchObject({ admin: true, groups: ['bosses'] });
  const second = await enter(['staff']);
  expect(second).toMatchObject({ id: first.id, admin: false });
  expect(await row(first.id)).toMatchObject({ admin: false, groups: ['staff'], state: 'Active' });
  const events = await own.db.auditEvent.findMany({ where: { objectId: first.id, event: 'account.role' } });
  expect(events.map(({ details, actorKind }) => ({ details, actorKind }))).toEqual(
    [true, false].map((admin) => ({ details: { login: 'carol@idp', admin }, actorKind: 'oauth' })),
  );
});

test.each([
  ['of admins', ['staff'], null],
  ['that lets in', ['guests'], 'auth.notAdmitted'],
])('who loses the group %s loses sessions, tokens, device requests and invites', async (_, groups, code) => {
  await localAdmin();
  const had = await belongings(await enter(['bosses']));
  expect([await had.isIn(), await had.rest()]).toEqual([
    [true, true],
    [1, 1],
  ]);
  const again = enter(groups);
  if (code) await expect(again).rejects.toMatchObject({ code });
  else await again;
  expect([await had.isIn(), await had.rest()]).toEqual([
    [false, false],
    [0, 0],
  ]);
});

test('an account that is refused admission counts as disabled, and works again once it is back in the group', async () => {
  await localAdmin();
  const { id } = await enter(['staff']);
  await expect(enter([])).rejects.toMatchObject({ code: 'auth.notAdmitted' });
  expect(await row(id)).toMatchObject({ state: 'Disabled', groups: [], loginCount: 1 });
  await expect(enter([]), 'still').rejects.toMatchObject({ code: 'auth.notAdmitted' });
  expect(await enter(['staff'])).toMatchObject({ id });
  expect(await row(id)).toMatchObject({ state: 'Active', refused: false, groups: ['staff'] });
});

test('whom an admin disabled, no group brings back', async () => {
  const boss = await localAdmin();
  const { id } = await enter(['staff']);
  await modifyAccount(boss, { accountId: id, state: 'Disabled', admin: false });
  await expect(enter(['guests'])).rejects.toMatchObject({ code: 'auth.notAdmitted' });
  await expect(enter(['staff'])).rejects.toMatchObject({ code: 'auth.accountDisabled' });
  expect(await row(id)).toMatchObject({ state: 'Disabled' });
});

test('a person who never was in the group gets no account', async () => {
  await expect(enter(['guests'])).rejects.toMatchObject({ code: 'auth.notAdmitted' });
  expect(await own.db.account.count()).toBe(0);
});

test('without adminGroups, nobody becomes or stops being an admin', async () => {
  const boss = await localAdmin();
  const { id } = await enter(['staff'], {});
  await modifyAccount(boss, { accountId: id, state: 'Active', admin: true });
  const viewer = await enter([], {});
  expect(viewer.admin).toBe(true);
  expect(await isIn(await tokenOf(viewer))).toBe(true);
});

test('nothing ends while the groups stay, or others come', async () => {
  const token = await tokenOf(await enter(['staff']));
  await enter(['staff']);
  await enter(['makers', 'staff']);
  expect(await isIn(token)).toBe(true);
});

test('the last local admin stays, however many the provider has', async () => {
  const boss = await localAdmin();
  await enter(['bosses'], both, 'one');
  const refused = { code: 'account.lastAdmin' };
  const accountId = boss.viewer.id;
  await expect(modifyAccount(boss, { accountId, state: 'Active', admin: false })).rejects.toMatchObject(
    refused,
  );
  await expect(removeAccount(boss, { accountId })).rejects.toMatchObject(refused);
  await localAdmin();
  await removeAccount(boss, { accountId });
});

test('the last admin by group stays an admin when there is no local one, but is still refused admission', async () => {
  const { id } = await enter(['bosses']);
  const viewer = await enter(['staff']);
  expect(viewer).toMatchObject({ id, admin: true });
  const token = await tokenOf(viewer);
  await expect(enter(['guests'])).rejects.toMatchObject({ code: 'auth.notAdmitted' });
  expect(await row(id)).toMatchObject({ admin: true, state: 'Active' });
  expect(await isIn(token)).toBe(false);
});

test('one of two admins by group stays when both lose it at once', async () => {
  const [one, other] = [await enter(['bosses'], both, 'one'), await enter(['bosses'], both, 'other')];
  await warmUp(ctx, 4);
  await Promise.all([enter(['staff'], both, 'one'), enter(['staff'], both, 'other')]);
  const rows = await Promise.all([one, other].map(({ id }) => row(id)));
  expect(rows.map(({ admin }) => admin).sort()).toEqual([false, true]);
});

test('a sign-in with the group and one without it at once leave nobody in by the lost one', async () => {
  await localAdmin();
  const { id } = await enter(['staff']);
  await warmUp(ctx, 8);
  for (let round = 0; round < 10; round++) {
    const [kept] = await Promise.allSettled([enter(['staff']), enter(['guests'])]);
    const { state } = await row(id);
    const isLive = kept.status === 'fulfilled' && (await isIn(await tokenOf(kept.value)));
    expect(isLive).toBe(kept.status === 'fulfilled' && state === 'Active');
  }
});

test('the page of the account shows the groups of the last sign-in, of which it keeps 500', async () => {
  const boss = await localAdmin();
  const groups = Array.from({ length: 600 }, (_, n) => `group ${n}`);
  const { id } = await enter([...groups, 'staff']);
  expect((await getAccount(boss, { accountId: id })).groups).toEqual(groups.slice(0, 500));
  expect(await getAccount(boss, { accountId: boss.viewer.id })).not.toHaveProperty('groups');
});

test('the log says what somebody has who is refused', async () => {
  const lines: unknown[] = [];
  const log = {
    ...ctx.log,
    warn: (_: unknown, text: string) => lines.push(text),
  } as unknown as Context['log'];
  await signInFederated({ ...ctx, log }, personIn(['guests', 'makers'])).catch(() => undefined);
  expect(lines).toEqual(['refused: not in allowedGroups; has: [guests, makers]']);
});
