import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/http/names';
import { alive, openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';
import { holdScripts } from '../hold';

test('signing in leads to the wanted page, and its cookie is good for pages and calls', async ({
  page,
  account,
}) => {
  await openPage(page, '/app/uploads?q=plans#part');
  await expect(page).toHaveURL(/\/app\/login\?r=/);
  await fillLogin(page, account);
  await expect(page).toHaveURL(/\/app\/uploads\?q=plans#part$/); // as that of a sealed share, which has its key

  const cookie = (await page.context().cookies()).find(({ name }) => name === cookieNames.auth);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const refreshed = await page.request.post(auth.session.path, { data: {} });
  expect(await refreshed.json()).toMatchObject({ success: true, user: account.login, id: account.id });
});

test('a link to the login page leads nowhere else', async ({ page, account }) => {
  await openPage(page, '/app/login?r=%2F%2Fexample.org');
  await fillLogin(page, account);
  await expect(page).toHaveURL(/\/app\/home$/);
});

test('a signed-in person sees as whom, and can go on or sign out', async ({ signedIn: page, account }) => {
  await openPage(page, '/app/login?r=%2Fapp%2Fuploads');
  await expect(page.getByText(`Signed in as ${account.login}`)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/app\/uploads$/);
  await openPage(page, '/app/login');
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page.getByLabel('Login', { exact: true })).toBeVisible();
  await openPage(page, '/app/uploads');
  await expect(page).toHaveURL(/\/app\/login\?r=/);
});

test('the browser stays signed in unless its person says otherwise', async ({ page, account }) => {
  const lifeOfCookie = async () => {
    await fillLogin(page, account);
    await expect(page).toHaveURL(/\/app\/home$/);
    const { expires = 0 } =
      (await page.context().cookies()).find(({ name }) => name === cookieNames.auth) ?? {};
    return expires;
  };
  await openPage(page, '/app/login');
  await expect(page.getByRole('checkbox', { name: 'Keep me signed in' })).toBeChecked();
  expect((await lifeOfCookie()) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 3600);
  await page.goto('about:blank'); // a page that is still there would go to the login by itself
  await page.request.post(auth.logout.path, { data: {} });
  await openPage(page, '/app/login');
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).uncheck();
  expect(await lifeOfCookie()).toBe(-1);
  await page.request.post(auth.session.path, { data: {} });
  const renewed = (await page.context().cookies()).find(({ name }) => name === cookieNames.auth);
  expect(renewed?.expires).toBe(-1);
});

test('signing out ends the session for every copy of its token', async ({ signedIn, as }) => {
  await openPage(signedIn, '/app/home');
  await signedIn.getByRole('button', { name: /^Account of/ }).click();
  await signedIn.getByRole('menuitem', { name: /^Sign out/ }).click();
  await expect(signedIn).toHaveURL(/\/app\/login$/);
  await expect(as.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
});

test('text typed before the page is alive counts', { tag: '@restless' }, async ({ page, account }) => {
  const letScriptsGo = await holdScripts(page);
  await page.goto('/app/login', { waitUntil: 'commit' });
  await page.getByLabel('Login', { exact: true }).fill(account.login);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  letScriptsGo();
  await alive(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/home$/);
});
