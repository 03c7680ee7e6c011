import { type Browser, expect, type Page, test } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { api } from '@/testing/people/account';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { admin, TestServer } from '@/testing/server/test-server';

const invitePassword = 'the password for invites';
let server: TestServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const env = { SIGNUP_MODE: 'invite', INVITE_PASSWORD: invitePassword, AUTO_PUBLISH: 'true' };
  server = await (await TestServer.make({ env })).start();
});
test.afterAll(() => server.remove());

async function pageAs(browser: Browser, who?: { login: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  if (who) {
    const { token } = await api(who, server.url);
    await context.addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
  }
  return context.newPage();
}

test('an admin makes an invite, and its link lets one person in, by the keyboard alone', async ({
  browser,
}) => {
  const boss = await pageAs(browser, admin);
  await openPage(boss, '/app/home');
  await boss.getByRole('button', { name: /^Account of/ }).click();
  await boss.getByRole('menuitem', { name: 'New invite' }).click();
  await expect(boss.getByText('Each key works once')).toBeVisible();
  await boss.getByLabel('Password for invites').fill('wrong');
  await boss.keyboard.press('Enter');
  await expect(
    boss.getByRole('alert').filter({ hasText: 'The password for invites is wrong.' }),
  ).toBeVisible();
  await boss.getByLabel('Password for invites').fill(invitePassword);
  await boss.keyboard.press('Enter');
  await expect(boss.getByRole('heading', { name: 'The invite key is ready' })).toBeFocused();
  const link = (await boss.getByText(`${server.url}/app/register#invite=`).textContent()) ?? '';
  await expect(boss.getByRole('region', { name: 'Open invites' }).getByRole('listitem')).toHaveCount(1);

  const page = await pageAs(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url() + (request.headers().referer ?? '')));
  await openPage(page, link);
  const key = link.split('=')[1] ?? '';
  await expect(page.getByLabel('Invite key')).toHaveValue(key);
  expect(asked.filter((url) => url.includes(key) && !url.startsWith(link))).toEqual([]);
  await expect(page.getByLabel('Login', { exact: true })).toBeFocused();
  await page.keyboard.type('grace');
  for (const _ of ['password', 'repeat']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Tab'); // the switch that shows it
  }
  await page.keyboard.press('Enter').then(() => page.keyboard.press('Tab'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/login$/);
  await expect(page.getByText('Account created. You can sign in now.')).toBeVisible();
  await expect(api({ login: 'grace', password: 'correct horse' }, server.url)).resolves.toHaveProperty(
    'token',
  );

  await reloadPage(boss);
  await expect(boss.getByText('No invite is open.')).toBeVisible();
  for (const one of [boss, page]) await one.context().close();
});

test('where shares are published automatically, a person may turn that off', async ({ browser }) => {
  const who = { login: 'grace', password: 'correct horse' };
  const page = await pageAs(browser, who);
  await openPage(page, '/app/share');
  await page.getByRole('textbox', { name: 'Message' }).fill('For all');
  await page.getByLabel('Name (optional)').press('Enter');
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();

  await openPage(page, '/app/settings');
  await page.getByRole('switch', { name: /^Publish new shares automatically/ }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const as = await api(who, server.url);
  expect(await as.call(settings.getPreferences, {})).toMatchObject({ autoPublish: false });
  await openPage(page, '/app/share');
  await page.getByRole('textbox', { name: 'Message' }).fill('For me');
  await page.getByLabel('Name (optional)').press('Enter');
  await expect(page.getByText('Nobody can see it yet')).toBeVisible();
  await page.context().close();
});

test('where signing up is closed the page says so', async ({ page }) => {
  await openPage(page, `${running().url}${paths.register}`);
  await expect(page.getByRole('heading', { name: 'Sign-up is closed here' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/app\/login$/);
});
