import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/names';
import { onDatabase } from '../account';
import { expect, test } from '../fixtures';
import { hub } from '../identity/hub';
import { type IdentityProvider, resumeUrl } from '../identity/identity-provider';
import { openidProvider } from '../identity/openid-provider';
import { TestServer } from '../test-server';

test.describe.configure({ mode: 'default' });

/** A server with one provider, of whom a test may be the only user at a time. */
async function serverWith(
  make: (url: string) => Promise<IdentityProvider>,
  more: Record<string, string> = {},
): Promise<{ server: TestServer; provider: IdentityProvider }> {
  const env: Record<string, string> = { ...more };
  const server = await TestServer.make({ env });
  const provider = await make(server.url);
  env.OAUTH_PROVIDERS = JSON.stringify([provider.entry]);
  return { server: await server.start(), provider };
}

const newPerson = () => `p${randomBytes(6).toString('hex')}`;
/** The one that says something: each field of the form has an empty one as well. */
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
/** As if never seen. The page goes first, or its own calls would lead it to the login page meanwhile. */
const forget = async (page: Page) => {
  await page.goto('about:blank');
  await page.context().clearCookies();
};
const sessionOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === cookieNames.auth);

for (const [kind, make] of [
  ['OpenID Connect', openidProvider],
  ['plain OAuth2', hub],
] as const) {
  test.describe(kind, () => {
    let server: TestServer;
    let provider: IdentityProvider;
    test.beforeAll(async () => {
      ({ server, provider } = await serverWith(make));
    });
    test.afterAll(async () => {
      await provider.stop();
      await server.remove();
    });

    const accountOf = (person: string) =>
      onDatabase(async (client) => {
        const found = await client.query('SELECT * FROM "Account" WHERE source = $1 AND subject = $2', [
          `oauth:${provider.id}`,
          provider.subjectOf(person),
        ]);
        return found.rows as Record<string, unknown>[];
      }, server.databaseUrl);

    const signIn = async (page: Page, person: string, back = '/app/uploads?q=plans') => {
      await page.goto(`${server.url}/app/login?r=${encodeURIComponent(back)}`);
      await page.getByRole('link', { name: `Continue with ${provider.name}` }).click();
      await provider.signIn(page, person);
    };

    const arrived = () => `${server.url}/app/uploads?q=plans`;

    test('the first sign-in makes an account, the second finds it, and both lead to the wanted page', async ({
      page,
    }) => {
      const person = newPerson();
      await signIn(page, person);
      await expect(page).toHaveURL(arrived());
      expect(await accountOf(person)).toMatchObject([
        { login: `${person}@${provider.id}`, email: `${person}@example.org`, admin: false, loginCount: 1 },
      ]);
      expect(await sessionOf(page)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      const refreshed = await page.request.post(`${server.url}${auth.session.path}`, { data: {} });
      expect(await refreshed.json()).toMatchObject({ success: true, user: `${person}@${provider.id}` });

      await forget(page);
      await signIn(page, person, '/app/share');
      await expect(page).toHaveURL(`${server.url}/app/share`);
      expect(await accountOf(person)).toMatchObject([{ loginCount: 2 }]);
    });

    test('a disabled account stays out and is told so', async ({ page }) => {
      const person = newPerson();
      await signIn(page, person);
      await expect(page).toHaveURL(arrived());
      await forget(page);
      const disable = `UPDATE "Account" SET state = 'Disabled' WHERE login = $1`;
      await onDatabase((client) => client.query(disable, [`${person}@${provider.id}`]), server.databaseUrl);
      await signIn(page, person);
      await expect(alertOf(page)).toContainText('This account is disabled');
      await expect(page).toHaveURL(/\/app\/login\?oauth=1.*r=%2Fapp%2Fuploads/);
      expect(await sessionOf(page)).toBeUndefined();
    });

    test('an account of another source is not taken over by its login', async ({ page }) => {
      const person = newPerson();
      const insert = `INSERT INTO "Account" (id, login, admin) VALUES ($1, $2, true)`;
      await onDatabase(
        (client) => client.query(insert, [person, `${person}@${provider.id}`]),
        server.databaseUrl,
      );
      await signIn(page, person);
      await expect(alertOf(page)).toContainText('belongs to an account with another way to sign in');
      expect(await sessionOf(page)).toBeUndefined();
      expect(await accountOf(person)).toEqual([]);
    });

    test('a wrong state is refused', async ({ page }) => {
      await page.goto(`${server.url}/app/login`);
      await page.getByRole('link', { name: `Continue with ${provider.name}` }).click();
      await page.waitForURL((url) => url.hostname === '127.0.0.1');
      await page.goto(`${resumeUrl(server.url, provider.id)}?code=stolen&state=another`);
      await expect(alertOf(page)).toContainText(`This sign-in with ${provider.name} is over`);
      expect(await sessionOf(page)).toBeUndefined();
    });

    test('a code that was used once is refused, even with the cookies of its first use', async ({
      page,
      browser,
    }) => {
      const back = page.waitForRequest(/\/resume\?/);
      await signIn(page, newPerson());
      const request = await back;
      const { cookie = '' } = await request.allHeaders();
      expect(cookie).toContain('slipway_way_state=');
      await expect(page).toHaveURL(arrived());

      const elsewhere = await browser.newPage();
      await elsewhere.goto(request.url());
      await expect(alertOf(elsewhere)).toContainText('is over or was begun elsewhere');
      expect(await sessionOf(elsewhere)).toBeUndefined();
      await elsewhere.close();

      const again = await fetch(request.url(), { headers: { cookie }, redirect: 'manual' });
      expect(again.status).toBe(307);
      expect(again.headers.get('location')).toContain('oauth=1&error=auth.providerStale');
      expect(again.headers.getSetCookie().join()).not.toContain(`${cookieNames.auth}=`);
    });

    test('a provider that is down is named, in the reader’s language, and the wanted page is kept', async ({
      browser,
    }) => {
      const context = await browser.newContext({ locale: 'de-DE' });
      const page = await context.newPage();
      await page.goto(`${server.url}/app/login?r=%2Fapp%2Fshare`);
      await provider.stop();
      await page.getByRole('link', { name: `Weiter mit ${provider.name}` }).click();
      await expect(alertOf(page)).toHaveText(
        `${provider.name} ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.`,
      );
      await provider.start();
      await page.getByRole('link', { name: `Weiter mit ${provider.name}` }).click();
      await provider.signIn(page, newPerson());
      await expect(page).toHaveURL(`${server.url}/app/share`);
      await context.close();
    });

    test('what a link says besides leads nowhere else', async () => {
      const begin = `${server.url}/api/v2/open/auth/oauth/${provider.id}`;
      const query = 'r=%2F%2Fevil.example&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil&state=mine';
      const answer = await fetch(`${begin}?${query}`, {
        redirect: 'manual',
        headers: { 'x-forwarded-host': 'evil.example' },
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).not.toContain('evil');
      expect(answer.headers.get('location')).not.toContain('state=mine');
      expect(answer.headers.getSetCookie().join()).not.toContain('evil');
      const unknown = await fetch(`${server.url}/api/v2/open/auth/oauth/other`, { redirect: 'manual' });
      expect([unknown.status, (await unknown.json()).code]).toEqual([400, 'auth.providerUnknown']);
    });

    test('neither codes nor secrets are in the log', () => {
      expect(server.process.output).toContain('login.failed');
      expect(server.process.output).not.toMatch(/code=|a-secret-of|code_verifier|access_token|state=/);
    });
  });
}

test.describe('plain OAuth2', () => {
  test('a valid way back opens only the browser that began it', async () => {
    const { server, provider } = await serverWith(hub);
    const begin = async () => {
      const answer = await fetch(`${server.url}/api/v2/open/auth/oauth/hub`, { redirect: 'manual' });
      const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
      return { cookie: cookie.join('; '), location: answer.headers.get('location') ?? '' };
    };
    const [ours, theirs] = [await begin(), await begin()];
    const there = await fetch(`${theirs.location}&person=mallory`, { redirect: 'manual' });
    const back = there.headers.get('location') ?? '';
    const resume = (cookie: string) => fetch(back, { headers: { cookie }, redirect: 'manual' });
    for (const cookie of ['', ours.cookie]) {
      const answer = await resume(cookie);
      expect(answer.headers.get('location')).toContain('error=auth.providerStale');
      expect(answer.headers.getSetCookie().join()).not.toContain(cookieNames.auth);
    }
    const answer = await resume(theirs.cookie);
    expect(answer.headers.get('location')).toBe(`${server.url}/app/login?oauth=1`);
    expect(answer.headers.getSetCookie().join()).toContain(`${cookieNames.auth}=`);
    await provider.stop();
    await server.remove();
  });

  test('who declines there, and a provider that fails half-way, are told apart', async ({ page }) => {
    const { server, provider } = await serverWith(hub);
    const tries = [
      ['nobody', `${provider.name} didn’t sign you in`],
      ['unlucky', `${provider.name} can’t be reached right now`],
    ] as const;
    for (const [person, sentence] of tries) {
      await page.goto(`${server.url}/app/login`);
      await page.getByRole('link', { name: provider.name }).click();
      await provider.signIn(page, person);
      await expect(alertOf(page)).toContainText(sentence);
      expect(await sessionOf(page)).toBeUndefined();
    }
    await provider.stop();
    await server.remove();
  });
});

test.describe('the only way in', () => {
  test('is gone to at once, strangers are refused when sign-up is closed, and nobody signs out', async ({
    page,
  }) => {
    const closed = { HIDE_LOGIN_FORM: 'true', EXTERNAL_SIGNUP: 'closed' };
    const { server, provider } = await serverWith(openidProvider, closed);
    const [stranger, known] = [newPerson(), newPerson()];
    await page.goto(`${server.url}/app/uploads`);
    await provider.signIn(page, stranger);
    await expect(alertOf(page)).toContainText('You have no account here, and new ones are not made');
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    expect(await sessionOf(page)).toBeUndefined();

    const insert = `INSERT INTO "Account" (id, login, source, subject) VALUES ($1, $1, 'oauth:idp', $1)`;
    await onDatabase((client) => client.query(insert, [known]), server.databaseUrl);
    await forget(page);
    await page.goto(`${server.url}/app/uploads`);
    await provider.signIn(page, known);
    await expect(page).toHaveURL(`${server.url}/app/uploads`);

    await page.getByRole('button', { name: /^Account of/ }).click();
    const signOut = page.getByRole('menuitem', { name: /^Sign out/ });
    await expect(signOut).toBeDisabled();
    await signOut.hover({ force: true });
    await expect(page.getByText('You are signed in automatically here')).toBeVisible();
    await provider.stop();
    await server.remove();
  });
});
