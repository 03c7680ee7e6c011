import { readFileSync } from 'node:fs';
import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { readQrCode } from '@/testing/people/qr-code';
import { phoneCode, setUpFactor } from '@/testing/people/totp';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { admin, TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';

/** The codes of its phone so far are spent no longer: a test needn't wait for the next half minute. */
const nextCodes = (accountId: string) =>
  onDatabase((db) =>
    db.query('UPDATE "SecondFactor" SET "lastStep" = 0 WHERE "accountId" = $1', [accountId]),
  );

test('a second factor from the QR code to the sign-in, to a recovery code, and off again', {
  tag: '@everywhere',
}, async ({ signedIn: page, account, browser, t }) => {
  await openPage(page, paths.security);
  const form = page.getByRole('region', { name: t('factor.title') });
  const press = (name: string) => form.getByRole('button', { name, exact: true }).click();
  const password = form.getByLabel(t('factor.password'));
  await press(t('factor.setUp'));
  await password.fill('a guess');
  await press(t('factor.continue'));
  const wrong = t('errors.settings.passwordWrong');
  await expect(form.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
  await password.fill(account.password);
  await press(t('factor.continue'));
  const picture = await form.getByRole('img', { name: t('factor.qr') }).screenshot();
  const uri = new URL(await readQrCode(picture));
  expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'totp',
    `/Slipway:${account.login}@localhost`,
  ]);
  const secret = uri.searchParams.get('secret') ?? '';
  await expect(form.getByRole('code')).toHaveText(secret.match(/.{1,4}/g)?.join(' ') ?? '');
  const asked = form.getByLabel(t('factor.code'), { exact: true });
  await asked.fill('000000');
  await press(t('factor.turnOn'));
  await expect(form.getByText(t('errors.factor.codeWrong', { kind: 'totp' }))).toBeVisible();
  await asked.fill(phoneCode(secret));
  await press(t('factor.turnOn'));
  const codes = form.getByRole('region', { name: t('factor.codesTitle') }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await press(t('factor.download'));
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
  await press(t('factor.done'));
  await expect(form.getByText(t('factor.left', { count: 10 }))).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const login = await elsewhere.newPage();
  await openPage(login, paths.login(paths.security));
  await fillLogin(login, account, t);
  const code = login.getByLabel(t('login.second.code'), { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await login.keyboard.press('Enter');
  await expect(login.getByText(t('errors.factor.codeWrong', { kind: 'totp' }))).toBeVisible();
  await nextCodes(account.id);
  await code.fill(phoneCode(secret));
  await login.keyboard.press('Enter');
  await expect(login).toHaveURL(paths.security);
  const newSignIn = t('settings.lately.event.newSignInFrom', { browser: 'Chrome', system: 'Linux' });
  await expect(login.getByText(newSignIn).first()).toBeVisible();
  await expect(login.getByText(t('settings.lately.event.wrongCode')).first()).toBeVisible();
  await login.goto('about:blank'); // the page that was open would lead back to itself
  await elsewhere.clearCookies();
  await openPage(login, paths.login());
  await fillLogin(login, account, t);
  await login.getByRole('button', { name: t('login.second.useRecovery') }).click();
  await login.getByLabel(t('login.second.recovery')).fill('aaaaa-aaaaa');
  await login.keyboard.press('Enter');
  await expect(login.getByText(t('errors.factor.codeWrong', { kind: 'recovery' }))).toBeVisible();
  await expect(login.getByLabel(t('login.second.recovery'))).toHaveValue('aaaaa-aaaaa');
  await login.getByLabel(t('login.second.recovery')).fill(`Slipway: ${recoveryCode.toLowerCase()}`);
  await login.keyboard.press('Enter');
  await expect(login).toHaveURL(paths.home);
  await elsewhere.close();

  await openPage(page, paths.security);
  await expect(form.getByText(t('factor.left', { count: 9 }))).toBeVisible();
  await nextCodes(account.id);
  await press(t('factor.turnOff'));
  await password.fill(account.password);
  await form.getByLabel(t('factor.anyCode')).fill(phoneCode(secret));
  await press(t('factor.turnOff'));
  await expect(form.getByText(t('factor.off'))).toBeVisible();
});

test('a challenge that is over leads back to the password, and says why', async ({ as, account, page }) => {
  await setUpFactor(as, account.password);
  await openPage(page, paths.login());
  await fillLogin(page, account);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await onDatabase((db) => db.query('DELETE FROM "SignInChallenge" WHERE "accountId" = $1', [account.id]));
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please start again with your password.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
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
    await openPage(page, place);
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
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(paths.newShare);
  await context.close();
  await server.remove();
});
