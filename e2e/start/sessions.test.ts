import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/call';
import { account } from '@/lib/contract/account';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/names';
import { settings } from '@/lib/contract/settings';
import { admin, type TestServer } from '../test-server';
import { twoNodes } from './two-nodes';

let here: TestServer;
let there: TestServer;

beforeAll(async () => {
  const { nodes, remove } = await twoNodes({ RATE_LIMITS: 'off' });
  [here, there] = nodes;
  return remove;
}, 120_000);

type Person = { id: string; login: string; password: string };

async function tokenOf({ login, password }: Pick<Person, 'login' | 'password'>, node: TestServer) {
  const { token } = await call(auth.login, { body: { account: login, password } }, { base: node.url });
  return token ?? '';
}

const as = (token: string, node: TestServer) => ({ base: node.url, headers: { [headerNames.auth]: token } });

async function newPerson(): Promise<Person> {
  const login = `person-${randomBytes(6).toString('hex')}`;
  const password = `of ${login} alone`;
  const boss = as(await tokenOf(admin, here), here);
  const body = { login, password: `${password}, first`, state: 'Active', admin: true } as const;
  await call(account.create, { body }, boss);
  const { items } = await call(account.search, { query: { q: login } }, boss);
  const id = items[0]?.id ?? '';
  await call(account.modify, { params: { id }, body: { state: 'Active', admin: true, password } }, boss);
  return { id, login, password };
}

/** What each node says to a token, of something that an admin may see and of something that everybody may. */
async function answers(token: string): Promise<number[]> {
  const paths = [account.search.path, settings.getEmail.path];
  return Promise.all(
    [here, there].flatMap((node) =>
      paths.map(async (path) => {
        const { status } = await fetch(node.url + path, { headers: { [headerNames.auth]: token } });
        return status;
      }),
    ),
  );
}

const change = async (
  { id }: Person,
  body: { state: 'Active' | 'Disabled'; admin: boolean; password?: string },
) => call(account.modify, { params: { id }, body }, as(await tokenOf(admin, here), here));

const ends: Record<string, (person: Person, token: string) => Promise<unknown>> = {
  'signing out': (_, token) => call(auth.logout, {}, as(token, here)),
  disabling: (person) => change(person, { state: 'Disabled', admin: true }),
  demoting: (person) => change(person, { state: 'Active', admin: false }),
  'a new password by an admin': (person) =>
    change(person, { state: 'Active', admin: true, password: 'anchors aweigh, again' }),
  'a new password of one’s own, elsewhere': async (person) => {
    const body = { oldPassword: person.password, newPassword: 'anchors aweigh, again' };
    await call(settings.changePassword, { body }, as(await tokenOf(person, here), here));
  },
  'being deleted': async ({ id }) =>
    call(account.remove, { params: { id } }, as(await tokenOf(admin, here), here)),
};

test.each(Object.keys(ends))('%s on one node ends access on both with the next request', async (name) => {
  const person = await newPerson();
  const token = await tokenOf(person, there);
  expect(await answers(token)).toEqual([200, 200, 200, 200]);
  await ends[name]?.(person, token);
  expect(await answers(token)).toEqual([401, 401, 401, 401]);
});
