import type { BrowserContext, Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { requestPaths } from '@/lib/request-paths';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { alive, idle, openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { fetchingOf } from '../fetching';
import { expect, test } from '../fixtures';

const inbox = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] };
const menuOf = (page: Page) => page.getByRole('button', { name: /^Account of/ });

async function signIn(context: BrowserContext, account: TestAccount): Promise<Api> {
  const as = await api(account);
  await context.addCookies([{ name: cookieNames.auth, value: as.token, url: running().url }]);
  return as;
}

async function endOf({ request }: BrowserContext, address: string): Promise<string> {
  const { pathname, search } = new URL((await request.get(address)).url());
  return pathname + search;
}

test('each screen lets in whom it should and sends the others where product.md says', async ({
  browser,
  as,
  account,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt]);
  const { id: aliasId } = await as.call(alias.create, { body: inbox });
  const open = [paths.register, paths.info(0), paths.info(1), paths.inbox(aliasId), paths.open(linkId)];
  const secured = [
    paths.home,
    paths.shares,
    paths.newShare,
    paths.share(shareId),
    paths.aliases,
    paths.newAlias,
    paths.alias(aliasId),
    requestPaths.list(aliasId),
    requestPaths.new(aliasId),
    paths.settings,
  ];
  const forAdmins = [
    paths.accounts,
    paths.newAccount,
    paths.account(account.id),
    paths.newInvite,
    paths.audit,
    paths.doctor,
    paths.server,
  ];

  const [stranger, person, boss] = await Promise.all(
    [1, 2, 3].map(() => browser.newContext({ baseURL: running().url })),
  );
  if (!stranger || !person || !boss) throw new Error('There are three of them.');
  await signIn(person, account);
  await signIn(boss, await newAccount({ admin: true }));
  for (const path of open)
    for (const visitor of [stranger, person, boss]) expect(await endOf(visitor, path), path).toBe(path);
  expect(await endOf(stranger, paths.login())).toBe(paths.login());
  for (const path of secured) expect(await endOf(person, path), path).toBe(path);
  const filtered = `${paths.audit}?event=login`;
  expect(await endOf(stranger, filtered)).toBe(paths.login(filtered as typeof paths.audit));
  for (const path of [...secured, ...forAdmins])
    expect(await endOf(stranger, path), path).toBe(paths.login(path));
  for (const path of forAdmins) {
    expect(await endOf(person, path), path).toBe(paths.info(0));
    expect(await endOf(boss, path), path).toBe(path);
  }
  for (const context of [stranger, person, boss]) await context.close();
});

test('the empty path and an info page without a number open home', async ({ signedIn: page }) => {
  for (const path of ['/', '/app', '/app/', '/app/info/abc'])
    expect(await endOf(page.context(), path)).toBe(paths.home);
});

/** A mark that a full page load removes. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

test('links within the application change the page in place, all others load it anew', async ({
  signedIn: page,
  context,
}) => {
  await openPage(page, paths.home);
  await mark(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inboxes' }).click();
  await expect(page).toHaveURL(/\/app\/alias$/);
  expect(await isMarked(page)).toBe(true);

  await openPage(page, paths.home);
  const [documentation] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Documentation/ }).click(),
  ]);
  await expect(documentation).toHaveURL(/\/api\/doc\/guide$/);
  await documentation.getByRole('main').getByRole('link', { name: 'Share files' }).click();
  await expect(documentation.getByRole('heading', { name: 'Send files by link' })).toBeVisible();
  await documentation.goBack();
  await alive(documentation);
  await documentation.getByRole('link', { name: 'All calls of the API' }).click();
  await expect(documentation).toHaveURL(/\/api\/doc$/);
  await expect(page).toHaveURL(/\/app\/home$/);
});

test('a link to the page that is open does nothing', async ({ signedIn: page }) => {
  await openPage(page, paths.newShare);
  await mark(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sen');
  const before = await page.evaluate(() => history.length);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New share' });
  await expect(link).toHaveAttribute('aria-current', 'page');
  const fetching = fetchingOf(page);
  await link.click();
  await idle(page);
  await fetching.over();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sen');
  expect([await isMarked(page), await page.evaluate(() => history.length)]).toEqual([true, before]);
});

test('the menu has every way there is, and the theme', async ({ signedIn: page, account }) => {
  const forAll = ['Home', 'Shares', 'Received', 'Inboxes', 'New share', 'Settings', 'Dark theme'];
  await openPage(page, paths.home);
  await menuOf(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([...forAll, `Sign out ${account.login}`]);
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a menu gives way to what is used next, and closes when a link is chosen', async ({
  signedIn: page,
}) => {
  await openPage(page, paths.home);
  await menuOf(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await menuOf(page).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/app\/settings$/);
  await expect(page.getByRole('menu')).toBeHidden();
});

test('where nothing but mail is set up the login page has a form and a way back in', async ({ page }) => {
  await openPage(page, paths.login());
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Forgot your password?']);
  await expect(page.getByRole('button', { name: 'Sign in through the proxy' })).toHaveCount(0);
  await expect(page.getByText('or', { exact: true })).toHaveCount(0);
});
