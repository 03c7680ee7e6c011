import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import { onDatabase } from '../server/database';
import { running } from '../server/running';
import { freshSession } from './fresh-session';

export { onDatabase } from '../server/database';

export type TestAccount = { id: string; login: string; password: string };

const fresh = new WeakMap<object, string>();

/** Each test gets its own account, so that tests never share rows. */
export async function newAccount({ admin = false }: { admin?: boolean } = {}): Promise<TestAccount> {
  const unique = randomBytes(8).toString('hex');
  const account = { id: `account-${unique}`, login: `user-${unique}`, password: `secret-${unique}` };
  // A light hash: what the password costs is not what these tests are about.
  const hash = await argon2.hash(account.password, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  await onDatabase((client) =>
    client.query('INSERT INTO "Account" (id, login, admin, "passwordHash") VALUES ($1, $2, $3, $4)', [
      account.id,
      account.login,
      admin,
      hash,
    ]),
  );
  fresh.set(account, account.id);
  return account;
}

export type Api = {
  token: string;
  headers: Record<string, string>;
  call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;
};

export type Credentials = Pick<TestAccount, 'login' | 'password'>;

export async function api(account?: Credentials, base = running().url): Promise<Api> {
  const token = account ? await signIn(account, base) : '';
  const headers: Record<string, string> = token ? { [headerNames.auth]: token } : {};
  return { token, headers, call: (endpoint, input) => call(endpoint, input, { base, headers }) };
}

export function holder(aliasId: string): Api {
  const headers = { [headerNames.alias]: aliasId };
  return {
    token: '',
    headers,
    call: (endpoint, input) => call(endpoint, input, { base: running().url, headers }),
  };
}

/** A fresh account's first session is inserted directly, which is faster than the password. */
async function signIn(credentials: Credentials, base: string): Promise<string> {
  const id = fresh.get(credentials);
  fresh.delete(credentials);
  if (id !== undefined && base === running().url) return freshSession(id);
  const body = { account: credentials.login, password: credentials.password };
  const { token } = await call(auth.login, { body }, { base });
  return token ?? '';
}
