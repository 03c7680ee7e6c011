import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import pg from 'pg';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import { running } from './running';

export type TestAccount = { id: string; login: string; password: string };

/** An account of the test's own, so that tests never meet in the same rows. */
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
  return account;
}

/** Reaches into the running server's database, for what no call can say. */
export async function onDatabase<T>(
  work: (client: pg.Client) => Promise<T>,
  connectionString = running().databaseUrl,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type Api = {
  token: string;
  /** For calls outside the contract, such as uploads. */
  headers: Record<string, string>;
  call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;
};

export type Credentials = Pick<TestAccount, 'login' | 'password'>;

/** Typed calls to a server as `account`; without one, as a stranger. */
export async function api(account?: Credentials, base = running().url): Promise<Api> {
  const token = account ? await signIn(account, base) : '';
  const headers: Record<string, string> = token ? { [headerNames.auth]: token } : {};
  return { token, headers, call: (endpoint, input) => call(endpoint, input, { base, headers }) };
}

/** Typed calls as whoever knows an alias, without any account. */
export function holder(aliasId: string): Api {
  const headers = { [headerNames.alias]: aliasId };
  return {
    token: '',
    headers,
    call: (endpoint, input) => call(endpoint, input, { base: running().url, headers }),
  };
}

async function signIn({ login, password }: Credentials, base: string): Promise<string> {
  const body = { account: login, password };
  const { token } = await call(auth.login, { body }, { base });
  return token ?? '';
}
