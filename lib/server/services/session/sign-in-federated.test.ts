import { expect, test } from 'vitest';
import { externalLogin } from '@/lib/domain/account/sign-in';
import { callerOf } from '@/lib/server/auth/caller';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { noon, openContext, userContext } from '@/testing/service/context';
import { signInFederated } from './sign-in-federated';

const ctx = openContext();
let serial = 0;

function somebody(
  over: { name?: string; source?: string; email?: string; says?: string } = {},
): FederatedIdentity {
  const unique = `${ctx.newId().toLowerCase()}${serial++}`;
  const { name = unique, source = 'oauth:idp', email = null, says = null } = over;
  return {
    source,
    subject: unique,
    login: (number) => externalLogin(name, 'idp', number),
    email,
    name: says,
  };
}

const row = (id: string) => ctx.db.account.findUniqueOrThrow({ where: { id } });
const closed: Context = { ...ctx, config: { ...ctx.config, EXTERNAL_SIGNUP: 'closed' } };

test('the first sign-in makes an account without rights, the second finds it', async () => {
  const carol = somebody({ email: 'carol@example.org' });
  const first = await signInFederated(ctx, carol);
  expect(await row(first.id)).toMatchObject({
    login: carol.login(1),
    source: 'oauth:idp',
    subject: carol.subject,
    email: 'carol@example.org',
    admin: false,
    passwordHash: null,
    loginCount: 1,
    lastLoginAt: noon,
  });
  const second = await signInFederated(ctx, { ...carol, email: 'other@example.org' });
  expect(second).toMatchObject({ id: first.id, login: first.login });
  expect(await row(first.id)).toMatchObject({ email: 'other@example.org', loginCount: 2 });
});

test('an address that was here before the source said one is its person’s own', async () => {
  const carol = somebody({ email: 'carol@example.org' });
  const { id } = await signInFederated(ctx, carol);
  await ctx.db.account.update({ where: { id }, data: { email: 'own@example.org', sourceEmail: null } });
  await signInFederated(ctx, carol);
  expect(await row(id)).toMatchObject({ email: 'own@example.org' });
});

test('the session is one of ours: its token opens everything that a password’s would', async () => {
  const now = new Date();
  const viewer = await signInFederated({ ...ctx, now }, somebody());
  const { token } = await sealSessionToken({ sessionId: viewer.sessionId, isKept: false }, now);
  expect(await callerOf(ctx.db, new Headers({ 'sharry-auth': token }), now)).toMatchObject({ viewer });
});

test('a person renamed by the provider keeps the account and its login', async () => {
  const carol = somebody();
  const { id, login } = await signInFederated(ctx, carol);
  const renamed = { ...carol, login: somebody().login };
  expect(await signInFederated(ctx, renamed)).toMatchObject({ id, login });
});

test('two of one provider whose names look alike get an account each', async () => {
  const name = `lee${ctx.newId().toLowerCase()}`;
  const first = await signInFederated(ctx, somebody({ name }));
  const second = await signInFederated(ctx, somebody({ name: `${name} !` }));
  expect([first.login, second.login]).toEqual([`${name}@idp`, `${name}-2@idp`]);
});

test.each(['intern', 'extern', 'oauth:other'])(
  'an account of %s is not taken over by its login',
  async (source) => {
    const mallory = somebody();
    const victim = await userContext({ login: mallory.login(1), admin: true });
    await ctx.db.account.update({
      where: { id: victim.viewer.id },
      data: { source, subject: mallory.subject },
    });
    await expect(signInFederated(ctx, mallory)).rejects.toMatchObject({ code: 'auth.otherSource' });
    expect(await ctx.db.session.count({ where: { accountId: victim.viewer.id } })).toBe(0);
  },
);

test('a disabled account stays out, and one that is removed begins anew', async () => {
  const carol = somebody();
  const { id } = await signInFederated(ctx, carol);
  await ctx.db.account.update({ where: { id }, data: { state: 'Disabled' } });
  await expect(signInFederated(ctx, carol)).rejects.toMatchObject({ code: 'auth.accountDisabled' });
  expect(await row(id)).toMatchObject({ loginCount: 1 });

  const gone = { state: 'Active', deletingAt: noon, subject: null, login: `~${id.toLowerCase()}` } as const;
  await ctx.db.account.update({ where: { id }, data: gone });
  expect((await signInFederated(ctx, carol)).id).not.toBe(id);
});

test('with sign-up closed nobody new gets in, and people with an account do', async () => {
  const known = somebody();
  const { id } = await signInFederated(ctx, known);
  expect(await signInFederated(closed, known)).toMatchObject({ id });
  const stranger = somebody();
  await expect(signInFederated(closed, stranger)).rejects.toMatchObject({
    code: 'auth.externalSignupClosed',
  });
  expect(await ctx.db.account.count({ where: { subject: stranger.subject } })).toBe(0);
});

test('ten first sign-ins of one person at once make one account', async () => {
  const carol = somebody();
  const viewers = await Promise.all(Array.from({ length: 10 }, () => signInFederated(ctx, carol)));
  expect(new Set(viewers.map(({ id }) => id)).size).toBe(1);
  expect(await row(viewers[0]?.id ?? '')).toMatchObject({ loginCount: 10 });
});

test('ten namesakes at once get ten accounts', async () => {
  const name = `kim${ctx.newId().toLowerCase()}`;
  const viewers = await Promise.all(
    Array.from({ length: 10 }, () => signInFederated(ctx, somebody({ name }))),
  );
  expect(new Set(viewers.map(({ login }) => login)).size).toBe(10);
});

test('the first sign-in of an imported account says how its subject is spelled, and nobody else is taken for it', async () => {
  const lower = somebody();
  const spelled = { ...lower, subject: lower.subject.toUpperCase() };
  const id = ctx.newId();
  const { source, subject } = lower;
  await ctx.db.account.create({ data: { id, login: id.toLowerCase(), source, subject } });
  const stranger = await signInFederated(ctx, spelled);
  expect(stranger.id, 'not imported').not.toBe(id);
  await ctx.db.account.delete({ where: { id: stranger.id } });
  await ctx.db.imported.create({ data: { product: 'sharry', kind: 'account', oldId: id, newId: id } });
  expect((await signInFederated(ctx, spelled)).id).toBe(id);
  expect(await row(id)).toMatchObject({ subject: spelled.subject });
  expect((await signInFederated(ctx, lower)).id, 'spelled otherwise').not.toBe(id);
});

test('an imported account whose subject was right is nobody else’s, however that is spelled', async () => {
  const lower = somebody();
  const { id } = await signInFederated(ctx, lower);
  await ctx.db.imported.create({ data: { product: 'sharry', kind: 'account', oldId: id, newId: id } });
  const other = { ...lower, subject: lower.subject.toUpperCase() };
  expect((await signInFederated(ctx, other)).id).not.toBe(id);
});

test('a provider’s name fills an empty one once, is followed, and never overwrites a changed one', async () => {
  const carol = somebody({ says: 'Carol\u202e Danvers' });
  const { id } = await signInFederated(ctx, carol);
  const nameNow = async () => (await ctx.db.account.findUniqueOrThrow({ where: { id } })).displayName;
  expect(await nameNow()).toBe('Carol Danvers');
  await signInFederated(ctx, { ...carol, name: 'Carol Smith' });
  expect(await nameNow()).toBe('Carol Smith');
  await ctx.db.account.update({ where: { id }, data: { displayName: null, nameKey: null } });
  await signInFederated(ctx, { ...carol, name: 'Carol Smith' });
  expect(await nameNow()).toBeNull();
  await ctx.db.account.update({ where: { id }, data: { displayName: 'Captain' } });
  await signInFederated(ctx, { ...carol, name: 'Carol Jones' });
  expect(await nameNow()).toBe('Captain');
});
