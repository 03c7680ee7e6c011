import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCallError, call } from '@/lib/client/call/call';
import { account } from '@/lib/contract/account/account';
import { accountCode } from '@/lib/contract/account/account-code';
import { auth } from '@/lib/contract/auth';
import type { CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { passkey } from '@/lib/contract/passkey';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { type Api, api, onDatabase } from '@/testing/people/account';
import { softAuthenticator } from '@/testing/people/authenticator';
import { phoneCode, setUpFactor } from '@/testing/people/totp';
import { admin, TestServer } from '@/testing/server/test-server';

const site = 'http://localhost:3000';
const secret = { AUTH_SECRET: 'the same secret on every node, long enough', BASE_URL: site };
let one: TestServer;
let two: TestServer;
let boss: Api;

beforeAll(async () => {
  one = await (await TestServer.make({ env: secret })).start();
  two = await (
    await TestServer.make({ env: { ...secret, DATABASE_URL: one.databaseUrl, DATA_DIR: one.dataDir } })
  ).start();
  boss = await api(admin, one.url);
});
afterAll(async () => {
  await two?.remove();
  await one?.remove();
});

const password = 'correct horse';

async function person({ isAdmin = false } = {}) {
  const login = `user-${randomBytes(8).toString('hex')}`;
  await boss.call(account.create, { body: { login, password, state: 'Active', admin: isAdmin } });
  const { items } = await boss.call(account.search, { query: { q: login } });
  return { login, password, id: items[0]?.id ?? '' };
}

async function across(who: { login: string; password: string }) {
  const onOne = await api(who, one.url);
  const onTwo = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    call(endpoint, input, { base: two.url, headers: onOne.headers });
  expect(await isIn(onTwo)).toBe(true);
  return { onOne, onTwo };
}

const isIn = (on: Api['call']) =>
  on(share.search, {}).then(
    () => true,
    ({ status }) => (status === 401 ? false : Promise.reject(new Error(`Answered ${status}.`))),
  );

test('signing out on one node ends the session on the other with the next request', async () => {
  const { onOne, onTwo } = await across(await person());
  await onOne.call(auth.logout, {});
  expect(await isIn(onOne.call)).toBe(false);
  expect(await isIn(onTwo)).toBe(false);
  await expect(onTwo(auth.session, {})).rejects.toMatchObject({ status: 401 });
});

test('disabling and deleting an account ends its sessions on every node, and enabling revives none', async () => {
  for (const isDeleted of [false, true]) {
    const who = await person();
    const { onOne, onTwo } = await across(who);
    const params = { id: who.id };
    if (isDeleted) await boss.call(account.remove, { params });
    else await boss.call(account.modify, { params, body: { state: 'Disabled', admin: false } });
    expect(await isIn(onTwo)).toBe(false);
    expect(await isIn(onOne.call)).toBe(false);
    if (isDeleted) continue;
    await boss.call(account.modify, { params, body: { state: 'Active', admin: false } });
    expect(await isIn(onTwo)).toBe(false);
  }
});

test('a demoted admin is out on every node', async () => {
  const who = await person({ isAdmin: true });
  const { onOne, onTwo } = await across(who);
  await expect(onTwo(account.search, {})).resolves.toHaveProperty('items');
  await boss.call(account.modify, { params: { id: who.id }, body: { state: 'Active', admin: false } });
  for (const on of [onOne.call, onTwo]) {
    await expect(on(account.search, {})).rejects.toMatchObject({ status: 401 });
  }
});

test('a new password ends the others on every node and leaves the session that changed it', async () => {
  const who = await person();
  const [here, elsewhere] = [await across(who), await across(who)];
  const body = { oldPassword: password, newPassword: 'another horse' };
  await here.onOne.call(settings.changePassword, { body });
  expect(await isIn(elsewhere.onTwo)).toBe(false);
  expect(await isIn(elsewhere.onOne.call)).toBe(false);
  expect(await isIn(here.onTwo)).toBe(true);
});

test('a new password by an admin ends all sessions on every node', async () => {
  const who = await person();
  const { onOne, onTwo } = await across(who);
  const body = { state: 'Active', admin: false, password: 'another horse' } as const;
  await boss.call(account.modify, { params: { id: who.id }, body });
  expect(await isIn(onTwo)).toBe(false);
  expect(await isIn(onOne.call)).toBe(false);
});

test('a session ended in the list is over on the node that it uses', async () => {
  const who = await person();
  const [here, elsewhere] = [await across(who), await across(who)];
  const { items } = await here.onTwo(session.list, {});
  expect(items.map(({ current }) => current)).toEqual([true, false]);
  await here.onOne.call(session.end, { params: { id: items[1]?.id ?? '' } });
  expect(await isIn(elsewhere.onTwo)).toBe(false);
  expect(await isIn(here.onTwo)).toBe(true);
});

const outcome = <E extends Endpoint>(base: string, endpoint: E, input: CallInput<E>) =>
  call(endpoint, input, { base }).then(
    () => 'in',
    (error: unknown) => asCallError(error).code,
  );

/** On both nodes at once, sorted. */
const outcomes = async (tries: ((base: string) => Promise<unknown>)[]) =>
  (await Promise.all(tries.map((attempt, n) => attempt([one, two][n % 2]?.url ?? '')))).map(String).sort();

const challengeOf = ({ login, password }: { login: string; password: string }): Promise<string> =>
  call(auth.login, { body: { account: login, password } }, { base: one.url }).then(
    () => Promise.reject(new Error('The password alone lets in.')),
    (error: unknown) => String(asCallError(error).answer.challenge),
  );
const second = (challenge: string, code: string) => (base: string) =>
  outcome(base, auth.second, { body: { challenge, code } });

describe('on both nodes at once', () => {
  test('a code of the phone and a recovery code let in once each, with a challenge of its own for every try', async () => {
    const who = await person();
    const { secret: key, recoveryCodes } = await setUpFactor(await api(who, one.url), password);
    const next = phoneCode(key, Date.now() + 30_000); // the one of now has set it up
    for (const code of [next, recoveryCodes[0] ?? '']) {
      const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(who)));
      const found = await outcomes(challenges.map((challenge) => second(challenge, code)));
      expect(found).toEqual([...Array(3).fill('factor.codeWrong'), 'in']);
    }
  });

  test('a challenge lets in once, takes five guesses, and is of use to nobody else', async () => {
    const [who, other] = [await person(), await person()];
    const { recoveryCodes } = await setUpFactor(await api(who, one.url), password);
    const theirs = await setUpFactor(await api(other, one.url), password);
    const once = await challengeOf(who);
    const right = await outcomes(recoveryCodes.slice(0, 4).map((code) => second(once, code)));
    expect(right).toEqual([...Array(3).fill('auth.challengeOver'), 'in']);

    const guessed = await challengeOf(who);
    const guesses = [...theirs.recoveryCodes.slice(0, 4), '000000', '111111', '222222', '333333'];
    const refused = await outcomes(guesses.map((code) => second(guessed, code)));
    expect(refused).toEqual([...Array(3).fill('auth.challengeOver'), ...Array(5).fill('factor.codeWrong')]);
    expect(await second(guessed, recoveryCodes[5] ?? '')(two.url)).toBe('auth.challengeOver');
  });

  test('a passkey’s signature and a mailed link work once', async () => {
    const who = await person();
    const as = await api(who, one.url);
    const device = softAuthenticator({ site });
    const { options } = await as.call(passkey.begin, { body: { password } });
    await as.call(passkey.add, { body: { name: 'Phone', credential: device.make(options ?? {}) } });
    const { options: asked } = await call(passkey.ask, {}, { base: one.url });
    const credential = device.show({ ...asked });
    const signIn = (base: string) => outcome(base, passkey.signIn, { body: { credential } });
    expect(await outcomes([signIn, signIn, signIn, signIn])).toEqual([
      'in',
      ...Array(3).fill('passkey.over'),
    ]);

    const token = await mailedLink(who.id);
    const reset = (n: number) => (base: string) =>
      outcome(base, accountCode.reset, { body: { token, password: `another horse ${n}` } });
    expect(await outcomes([1, 2, 3, 4].map(reset))).toEqual([...Array(3).fill('code.over'), 'in']);
  });
});

/** As `npm run account -- reset` makes it. */
async function mailedLink(accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  await onDatabase(
    (db) =>
      db.query(
        `INSERT INTO "AccountCode" (id, "accountId", kind, sha256, "endsAt") VALUES ($1, $2, 'reset', $1, now() + '1 hour')`,
        [hash, accountId],
      ),
    one.databaseUrl,
  );
  return token;
}
