import { expect, type Page, test } from '@playwright/test';
import { paths } from '@/lib/paths';
import { type Api, api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { LocalFolder } from '@/testing/screens/local-folder';
import { admin, TestServer } from '@/testing/server/test-server';
import { few, openAndDrop, received } from '../sender';

const provider = (id: string, name: string) => ({
  id,
  name,
  authorizeUrl: 'https://example.org/authorize',
  tokenUrl: 'https://example.org/token',
  userUrl: 'https://example.org/user',
  userIdKey: 'id',
  clientId: 'slipway',
  clientSecret: 'a secret of the tests',
});
/** All settings with a visible effect; mail, members and invites are off. */
const env = {
  SIGNUP_MODE: 'open',
  WELCOME_MESSAGE: 'Welcome to **our** harbour',
  OAUTH_PROVIDERS: JSON.stringify([provider('north', 'North'), provider('south', 'South')]),
  PROXY_AUTH: 'true',
  TRUSTED_PROXIES: '192.0.2.0/24',
  LOGO_URL: '/icon-32.png',
  LOGO_URL_DARK: '/icon-180.png',
  INITIAL_PAGE: 'uploads',
  ALIAS_MEMBERS: 'false',
  MAX_ALIAS_FILES: '3',
  RATE_LIMITS: 'on',
};

let server: TestServer;
let as: Api;

test.describe.configure({ mode: 'serial' });
test.use({ locale: 'en-GB' });
test.beforeAll(async () => {
  server = await (await TestServer.make({ env })).start();
  as = await api(admin, server.url);
});
test.afterAll(() => server.remove());

const open = (page: Page, path: string) => openPage(page, `${server.url}${path}`);

test('the login page has every way in that is set up, the operator’s words and the logo of the theme', async ({
  page,
}) => {
  await open(page, paths.login());
  const main = page.getByRole('main');
  await expect(main.locator('strong', { hasText: 'our' })).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveText([
    'Continue with North',
    'Continue with South',
    'Sign in through the proxy',
  ]);
  await expect(main.getByText('or', { exact: true })).toBeVisible();
  const south = await main.getByRole('link', { name: 'Continue with South' }).getAttribute('href');
  expect(south).toMatch(/^\/api\/v2\/open\/auth\/oauth\/south\?/);

  const logo = main.locator('img:visible');
  await expect(logo).toHaveAttribute('src', env.LOGO_URL);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(logo).toHaveAttribute('src', env.LOGO_URL_DARK);

  await main.getByRole('link', { name: 'No account? Sign up!' }).click();
  await expect(page).toHaveURL(/\/app\/register$/);
});

test('a person who signs in without a wanted page begins where the operator says', async ({ page }) => {
  await open(page, paths.login());
  await page.getByLabel('Login', { exact: true }).fill(admin.login);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/uploads$/);
});

test('more files than may come through an alias at once are refused before one is sent', async ({ page }) => {
  const folder = new LocalFolder('trip', few);
  const before = await received(as);
  await openAndDrop(page, await newAlias(as), folder, server.url);
  await expect(page.getByText('4 files are too many: 3 can be sent at once.')).toBeVisible();
  await page.getByRole('button', { name: 'Send 4 files' }).click();
  await expect(page.getByRole('button', { name: 'Send 4 files' })).toBeEnabled();
  expect(await received(as)).toEqual(before);
  folder.remove();
});

test('the header of a proxy counts from a trusted one alone', async () => {
  for (const name of ['X-Valid-User', 'X_Valid_User', 'X-Slipway-Proxy-User']) {
    const forwarded = { 'X-Forwarded-For': '192.0.2.1', 'X-Slipway-Address': '192.0.2.1' };
    const headers = { [name]: 'alice', ...forwarded };
    const answer = await fetch(`${server.url}/api/v2/open/auth/proxy`, { method: 'POST', headers });
    expect(await answer.json(), name).toMatchObject({ success: false, code: 'auth.proxyRefused' });
  }
});
