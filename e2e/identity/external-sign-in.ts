import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { onDatabase } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { TestServer } from '@/testing/server/test-server';
import { test } from '../fixtures';
import { hub } from './hub';
import type { IdentityProvider } from './identity-provider';
import { openidProvider } from './openid-provider';

export const kinds = ['OpenID Connect', 'plain OAuth2'] as const;

type SignInServers = Record<(typeof kinds)[number], ExternalSignIn>;

/** A server with a provider. One test at a time may use it. */
export class ExternalSignIn {
  readonly server: TestServer;
  readonly provider: IdentityProvider;

  private constructor(server: TestServer, provider: IdentityProvider) {
    this.server = server;
    this.provider = provider;
  }

  static async start(
    make: (url: string) => Promise<IdentityProvider>,
    more: Record<string, string> = {},
  ): Promise<ExternalSignIn> {
    const env: Record<string, string> = { ...more };
    const server = await TestServer.make({ env });
    const provider = await make(server.url);
    env.OAUTH_PROVIDERS = JSON.stringify([provider.entry]);
    return new ExternalSignIn(await server.start(), provider);
  }

  static async startAll(): Promise<SignInServers> {
    const env: Record<string, string> = {};
    const server = await TestServer.make({ env });
    const [openid, plain] = await Promise.all([openidProvider(server.url), hub(server.url)]);
    env.OAUTH_PROVIDERS = JSON.stringify([openid.entry, plain.entry]);
    await server.start();
    return {
      'OpenID Connect': new ExternalSignIn(server, openid),
      'plain OAuth2': new ExternalSignIn(server, plain),
    };
  }

  async stop(): Promise<void> {
    await this.provider.stop();
    await this.server.remove();
  }

  async signIn(
    page: Page,
    person: string,
    back = '/app/uploads?q=plans',
    { keep = true } = {},
  ): Promise<void> {
    await openPage(page, `${this.server.url}/app/login?r=${encodeURIComponent(back)}`);
    if (!keep) await page.getByRole('checkbox', { name: 'Keep me signed in' }).uncheck();
    await page.getByRole('link', { name: `Continue with ${this.provider.name}` }).click();
    await this.provider.signIn(page, person);
  }

  get usualPage(): string {
    return `${this.server.url}/app/uploads?q=plans`;
  }

  query(sql: string, values: string[]): Promise<Record<string, unknown>[]> {
    return onDatabase(async (client) => (await client.query(sql, values)).rows, this.server.databaseUrl);
  }

  accountOf(person: string): Promise<Record<string, unknown>[]> {
    const subject = this.provider.subjectOf(person);
    const sql = 'SELECT * FROM "Account" WHERE source = $1 AND subject = $2';
    return this.query(sql, [`oauth:${this.provider.id}`, subject]);
  }
}

/** Both kinds, for the tests of one file, which run one after the other. Filled before the first of them. */
export function startedKinds(): SignInServers {
  test.describe.configure({ mode: 'default' });
  const all = {} as SignInServers;
  test.beforeAll(async () => Object.assign(all, await ExternalSignIn.startAll()));
  test.afterAll(async () => {
    for (const each of Object.values(all)) await each.stop();
  });
  return all;
}

/** Parts of a sign-in that no log may contain. */
export const secrets = /code=|a-secret-of|code_verifier|access_token|state=/;

export const newPerson = () => `p${randomBytes(6).toString('hex')}`;

/** The alert with text: each field of the form has an empty one as well. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });

/** Clears the browser's state. Leaves the page first, because its calls would redirect it to the login page. */
export async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

export const sessionOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === cookieNames.auth);
