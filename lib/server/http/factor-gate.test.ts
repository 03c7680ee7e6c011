import { expect, test, vi } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { endpoints } from '@/lib/contract/index';
import { softAuthenticator } from '@/testing/people/authenticator';

type Policy = 'off' | 'optional' | 'admins' | 'all';

/** A server of its own, because the policy is part of the configuration. */
async function serverWith(policy: Policy) {
  vi.resetModules();
  vi.stubEnv('SECOND_FACTOR', policy);
  const [{ contextFor, runAsUser }, contexts, { createToken }, { authAnswer }, { route }] = await Promise.all(
    [
      import('./context'),
      import('@/testing/service/context'),
      import('@/lib/features/token/tokens'),
      import('@/lib/server/services/session/sessions'),
      import('./route'),
    ],
  );
  const caller = async (over: { admin?: boolean; passwordHash?: string } = {}, isToken = false) => {
    const now = new Date();
    const ctx = await contexts.inNewSession(await contexts.userContext({ now, ...over }));
    const access = { name: 'x', scopes: ['read' as const], validity: 60_000, networks: [] };
    const { token } = isToken ? await createToken(ctx, access) : await authAnswer(ctx, ctx.viewer, false);
    const headers = new Headers({ [headerNames.auth]: String(token) });
    return { ctx, request: { headers, method: 'GET', body: null } };
  };
  type Caller = Awaited<ReturnType<typeof caller>>;
  const codeOf = ({ code }: { code: string }) => code;
  const opened = async ({ request }: Caller) => {
    const read = 'read' as const;
    return [
      await contextFor(request, 'user', read).then(() => 'in', codeOf),
      await runAsUser(request, read, async () => 'in').catch(codeOf),
      await runAsUser(request, read, async () => 'in').catch(codeOf),
    ];
  };
  const setUp = ({ ctx }: Caller) =>
    ctx.db.secondFactor.create({ data: { accountId: ctx.viewer.id, secret: 'x', lastStep: 0 } });
  return { caller, opened, setUp, contextFor, route, runAsUser };
}

const open = Array(3).fill('in');
const shut = Array(3).fill('auth.factorMissing');

test.each([
  ['off', open, open],
  ['optional', open, open],
  ['admins', open, shut],
  ['all', shut, shut],
] as const)(
  'SECOND_FACTOR=%s: what opens to people and admins who have none',
  async (policy, user, admin) => {
    const { caller, opened, setUp } = await serverWith(policy);
    const [person, boss] = [await caller(), await caller({ admin: true })];
    expect(await opened(person)).toEqual(user);
    expect(await opened(boss)).toEqual(admin);
    for (const one of [person, boss]) {
      await setUp(one);
      expect(await opened(one)).toEqual(open);
    }
  },
);

test('access tokens and accounts of providers go on where a factor is demanded', async () => {
  const { caller, opened } = await serverWith('all');
  expect(await opened(await caller({}, true))).toEqual(open);
  const external = await caller();
  const data = { source: 'oauth:x', subject: external.ctx.viewer.id };
  await external.ctx.db.account.update({ where: { id: external.ctx.viewer.id }, data });
  expect(await opened(external)).toEqual(open);
});

test('a remembered caller is refused at the next statement once the factor is gone', async () => {
  const { caller, opened, setUp, runAsUser } = await serverWith('all');
  const person = await caller();
  await setUp(person);
  expect(await opened(person)).toEqual(open);
  const { db, viewer } = person.ctx;
  await db.secondFactor.delete({ where: { accountId: viewer.id } });
  const rows = await runAsUser(person.request, 'read', async (_, isSignedIn) =>
    db.$queryRaw<unknown[]>`SELECT 1 WHERE ${isSignedIn}`.then((found) => found.length),
  );
  expect(rows).toBe(0);
  expect(await opened(person)).not.toContain('in');
});

test('a passkey meets the demand: then the password alone lets nobody in, and the last one stays', async () => {
  const { caller, opened, contextFor } = await serverWith('all');
  const [{ hashPassword }, { addPasskey, beginPasskey }, { listPasskeys, removePasskey }] = await Promise.all(
    [
      import('@/lib/server/auth/password'),
      import('@/lib/server/services/passkey/add'),
      import('@/lib/server/services/passkey/passkeys'),
    ],
  );
  const [{ signIn }, { beginPasskeySignIn, signInByPasskey }, { inNewSession }] = await Promise.all([
    import('@/lib/server/services/session/sign-in'),
    import('@/lib/server/services/session/sign-in-by-passkey'),
    import('@/testing/service/context'),
  ]);
  const password = 'a horse in the harbour';
  const person = await caller({ passwordHash: await hashPassword(password) });
  const { db } = person.ctx;
  const ctx = await contextFor(person.request, 'user', null, true);
  const thief = await inNewSession(person.ctx);
  const device = softAuthenticator();
  const { options } = await beginPasskey(ctx, { password, code: '' });
  await addPasskey(ctx, { name: 'Phone', credential: device.make(options) });
  expect(await opened(person)).toEqual(open);
  const waiting = await db.session.findUniqueOrThrow({ where: { id: thief.viewer.sessionId } });
  expect(waiting.revokedAt).not.toBeNull();

  const stranger = { ...ctx, viewer: null };
  const byPassword = () => signIn(stranger, { account: ctx.viewer.login, password });
  await expect(byPassword()).rejects.toMatchObject({ code: 'auth.passkeyNeeded' });
  const { options: asked } = await beginPasskeySignIn(stranger);
  const viewer = await signInByPasskey(stranger, { credential: device.show(asked), isKept: false });
  expect(viewer.id).toBe(ctx.viewer.id);
  const [key] = (await listPasskeys(ctx)).items;
  const last = removePasskey(ctx, { id: key?.id ?? '', password, code: '' });
  await expect(last).rejects.toMatchObject({ code: 'passkey.lastWay' });

  await db.passkey.updateMany({ where: { id: key?.id ?? '' }, data: { rpId: 'old.example' } });
  expect(await opened(person)).toEqual(shut);
  expect((await byPassword()).id).toBe(ctx.viewer.id);
});

test('until it is set up, nothing is open but the way there', async () => {
  const { caller, route } = await serverWith('all');
  const { request } = await caller({ admin: true });
  const inside: string[] = [];
  for (const endpoint of endpoints.filter(({ access }) => access === 'user' || access === 'admin')) {
    const handle = route(endpoint, () => Promise.reject(new Error('let in')));
    const { method } = endpoint;
    const body = method === 'POST' ? { body: '{}' } : {};
    const asked = new Request('http://localhost/x', { method, headers: request.headers, ...body });
    const answer = await handle(asked, { params: Promise.resolve({}) });
    const { code } = (await answer.json()) as { code: string };
    if (code !== 'auth.factorMissing') inside.push(`${method} ${endpoint.path}`);
  }
  expect(inside.sort()).toEqual(
    [
      'GET /api/v2/sec/settings/factor',
      `POST ${auth.logout.path}`,
      `POST ${auth.session.path}`,
      'POST /api/v2/sec/settings/factor',
      'POST /api/v2/sec/settings/factor/begin',
      'POST /api/v2/sec/settings/passkey',
      'POST /api/v2/sec/settings/passkey/begin',
    ].sort(),
  );
});
