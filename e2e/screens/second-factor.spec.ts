import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { account as accounts } from '@/lib/contract/account/account';
import { factor } from '@/lib/contract/factor';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';
import { readQrCode } from '@/testing/people/qr-code';
import { phoneCode } from '@/testing/people/totp';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { running } from '@/testing/server/running';
import { admin, TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** The codes of its phone so far are spent no longer: a test needn't wait for the next half minute. */
const nextCodes = (accountId: string) =>
  onDatabase((db) =>
    db.query('UPDATE "SecondFactor" SET "lastStep" = 0 WHERE "accountId" = $1', [accountId]),
  );

async function setUp(as: Api, password: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { setup, secret } = await as.call(factor.begin, { body: { password } });
  if (setup === null || secret === null) throw new Error('The set-up has not begun.');
  const body = { setup, code: phoneCode(secret) };
  return { secret, recoveryCodes: (await as.call(factor.confirm, { body })).recoveryCodes };
}

test('a second factor from the QR code to the sign-in, to a recovery code, and off again', async ({
  signedIn: page,
  account,
  browser,
}) => {
  await openPage(page, paths.security);
  const form = section(page);
  await form.getByRole('button', { name: 'Set up' }).click();
  await form.getByLabel('Current password').fill('a guess');
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'The current password is wrong.' })).toBeVisible();
  await form.getByLabel('Current password').fill(account.password);
  await form.getByRole('button', { name: 'Continue' }).click();
  const picture = await form.getByRole('img', { name: 'QR code for the authenticator app' }).screenshot();
  const uri = new URL(await readQrCode(picture));
  expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual(['totp', `/Slipway:${account.login}`]);
  const secret = uri.searchParams.get('secret') ?? '';
  await expect(form.getByRole('code')).toHaveText(secret.match(/.{1,4}/g)?.join(' ') ?? '');
  await form.getByLabel('Code').fill('000000');
  await form.getByRole('button', { name: 'Turn on' }).click();
  await expect(form.getByText('This code is wrong')).toBeVisible();
  await form.getByLabel('Code').fill(phoneCode(secret));
  await form.getByRole('button', { name: 'Turn on' }).click();
  const codes = form.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Download' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
  await form.getByRole('button', { name: 'I have kept them' }).click();
  await expect(form.getByText('10 recovery codes left.')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const login = await elsewhere.newPage();
  await openPage(login, paths.login(paths.security));
  await fillLogin(login, account);
  const code = login.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await login.keyboard.press('Enter');
  await expect(login.getByText('This code is wrong')).toBeVisible();
  await nextCodes(account.id);
  await code.fill(phoneCode(secret));
  await login.keyboard.press('Enter');
  await expect(login).toHaveURL(paths.security);
  await expect(login.getByText('New sign-in from Chrome on Linux').first()).toBeVisible();
  await expect(login.getByText('Sign-in refused: right password, wrong code').first()).toBeVisible();
  await login.goto('about:blank'); // the page that was open would lead back to itself
  await elsewhere.clearCookies();
  await openPage(login, paths.login());
  await fillLogin(login, account);
  await login.getByRole('button', { name: 'Use a recovery code' }).click();
  await login.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await login.keyboard.press('Enter');
  await expect(login).toHaveURL(paths.home);
  await elsewhere.close();

  await openPage(page, paths.security);
  await expect(form.getByText('9 recovery codes left.')).toBeVisible();
  await nextCodes(account.id);
  await form.getByRole('button', { name: 'Turn off' }).click();
  await form.getByLabel('Current password').fill(account.password);
  await form.getByLabel('Code or recovery code').fill(phoneCode(secret));
  await form.getByRole('button', { name: 'Turn off' }).click();
  await expect(form.getByText('Not set up.')).toBeVisible();
});

test('a challenge that is over leads back to the password, and says why', async ({ as, account, page }) => {
  await setUp(as, account.password);
  await openPage(page, paths.login());
  await fillLogin(page, account);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await onDatabase((db) => db.query('DELETE FROM "SignInChallenge" WHERE "accountId" = $1', [account.id]));
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please start again with your password.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('an admin removes the second factor of who lost their phone', async ({ as, account, page }) => {
  await setUp(as, account.password);
  const boss = await api(await newAccount({ admin: true }));
  await page.context().addCookies([{ name: cookieNames.auth, value: boss.token, url: running().url }]);
  await openPage(page, paths.account(account.id));
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText('The second factor is removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove second factor' })).toHaveCount(0);
  const { secondFactor } = await boss.call(accounts.get, { params: { id: account.id } });
  expect(secondFactor).toBe(false);
});

test('where everybody must have one, nothing opens before it is set up, and then all does', async ({
  browser,
}) => {
  const server = await (await TestServer.make({ env: { SECOND_FACTOR: 'all' } })).start();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await openPage(page, paths.login(paths.newShare));
  await fillLogin(page, admin);
  const heading = page.getByRole('heading', { name: 'Set up your second factor' });
  await expect(heading).toBeVisible();
  for (const place of [paths.home, paths.accounts, paths.settings]) {
    await page.goto(place);
    await expect(heading).toBeVisible();
  }
  const refused = await page.request.get('/api/v2/sec/share/search');
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'auth.factorMissing']);
  await openPage(page, paths.newShare);
  await page.getByLabel('Current password').fill(admin.password);
  await page.keyboard.press('Enter');
  const secret = (await page.getByRole('code').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code').fill(phoneCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page).toHaveURL(paths.newShare);
  await context.close();
  await server.remove();
});
