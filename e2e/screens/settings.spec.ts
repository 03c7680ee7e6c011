import type { Page } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/names';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share';
import { api, newAccount, onDatabase, type TestAccount } from '../account';
import { mailsTo } from '../caught-mail';
import { expect, test } from '../fixtures';

async function signIn(page: Page, { login, password }: TestAccount) {
  await page.goto('/app/login');
  await page.getByLabel('Login', { exact: true }).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/home$/);
}

const emailForm = (page: Page) => page.getByRole('region', { name: 'E-mail' });
const passwordForm = (page: Page) => page.getByRole('region', { name: 'Password' });

test('what is chosen here is there in another browser, too', async ({ signedIn, account, as, browser }) => {
  await signedIn.goto('/app/settings');
  const zone = signedIn.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill('tokyo');
  await signedIn.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(signedIn.getByText('Saved.')).toBeVisible();
  await signedIn.getByRole('radio', { name: 'Dark' }).check();
  await expect(signedIn.locator('html')).toHaveAttribute('data-theme', 'dark');
  await signedIn.getByRole('main').getByLabel('Language').selectOption('de');
  await expect(signedIn.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ theme: 'dark' });

  const elsewhere = await browser.newContext({ locale: 'en-GB', timezoneId: 'America/Lima' });
  const page = await elsewhere.newPage();
  await signIn(page, account);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/app/settings');
  await expect(page.getByRole('combobox', { name: 'Zeitzone' })).toHaveValue('Asia/Tokyo');
  const { items } = await as.call(session.list, {});
  const times = items.map(({ created }) => inTokyo(created));
  for (const time of times) await expect(page.getByText(time).first()).toBeVisible();
  // Answers of calls are in the same language, though this browser asks for another.
  const answer = await page.request.post(settings.setPreferences.path, { data: { theme: 'dark' } });
  expect(await answer.json()).toMatchObject({ message: 'Gespeichert.' });
  await elsewhere.close();
});

const inTokyo = (millis: number) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
    millis,
  );

test('an automatic time zone is that of the device', async ({ account, as, browser }) => {
  await as.call(settings.setPreferences, { body: { timezone: 'auto', language: 'de' } });
  const elsewhere = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
  const page = await elsewhere.newPage();
  await signIn(page, account);
  await page.goto('/app/settings');
  const zone = page.getByRole('combobox', { name: 'Zeitzone' });
  await expect(zone).toHaveValue('Automatisch (dieses Gerät: Asia/Tokyo)');
  const { items } = await as.call(session.list, {});
  await expect(page.getByText(inTokyo(items[0]?.created ?? 0)).first()).toBeVisible();
  // By now the server draws it so from the first paint on.
  const drawn = await (await page.request.get('/app/settings')).text();
  expect(drawn).toContain(inTokyo(items[0]?.created ?? 0));
  await elsewhere.close();
});

test('the switches of the top bar are kept with the account', async ({ signedIn, as }) => {
  await signedIn.goto('/app/home');
  await signedIn.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ theme: 'dark' });
  await signedIn.getByRole('banner').getByLabel('Language').selectOption('de');
  await expect(signedIn.getByRole('heading', { name: /^Hallo/ })).toBeVisible();
  expect(await as.call(settings.getPreferences, {})).toMatchObject({ language: 'de', theme: 'dark' });
});

test('the e-mail address is saved, and an empty one is deleted', async ({ signedIn, as }) => {
  await signedIn.goto('/app/settings');
  const form = emailForm(signedIn);
  const field = form.getByLabel('E-mail address');
  const save = form.getByRole('button', { name: 'Save e-mail' });
  await save.click();
  await expect(form.getByText('E-Mail has not changed.')).toBeVisible();
  await field.fill('nobody');
  await save.click();
  await expect(form.getByText('This is not an e-mail address.')).toBeVisible();
  await field.fill('ada@example.org');
  await save.click();
  await expect(form.getByRole('status')).toHaveText('Your e-mail address is saved.');
  expect(await as.call(settings.getEmail, {})).toEqual({ email: 'ada@example.org' });
  await field.fill('');
  await save.click();
  await expect.poll(() => as.call(settings.getEmail, {})).toEqual({ email: null });
});

test('an admin with an address has a test mail sent, and nobody else is offered one', async ({
  signedIn,
  as,
  browser,
  baseURL,
}) => {
  await as.call(settings.setEmail, { body: { email: 'nobody-yet@example.org' } });
  await signedIn.goto('/app/settings');
  await expect(emailForm(signedIn).getByLabel('E-mail address')).toHaveValue('nobody-yet@example.org');
  const name = 'Send me a test mail';
  await expect(signedIn.getByRole('button', { name })).toHaveCount(0);

  const boss = await newAccount({ admin: true });
  const { token, call } = await api(boss);
  const email = `${boss.login}@example.org`;
  await call(settings.setEmail, { body: { email } });
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  await context.addCookies([{ name: cookieNames.auth, value: token, url: baseURL ?? '' }]);
  const page = await context.newPage();
  await page.goto('/app/settings');
  await page.getByRole('button', { name }).click();
  await expect(emailForm(page).getByRole('status')).toHaveText('The test message is sent.');
  expect(mailsTo(email)).toHaveLength(1);
  await context.close();
});

test('a new password is checked while it is typed, and ends the other sessions', async ({
  signedIn,
  account,
}) => {
  const elsewhere = await api(account);
  await signedIn.goto('/app/settings');
  const form = passwordForm(signedIn);
  const [current, next, repeat] = ['Current password', 'New password', 'Repeat new password'].map((name) =>
    form.getByLabel(name, { exact: true }),
  );
  const save = form.getByRole('button', { name: 'Change password' });
  if (!current || !next || !repeat) throw new Error('There are three fields.');
  await save.click();
  await expect(current).toBeFocused();
  await expect(form.getByText('All fields are required!')).toBeVisible();

  await current.fill('something else');
  await next.fill('iloveyou');
  await expect(form.getByText('one of the most used passwords')).toBeVisible();
  await next.fill('another horse');
  await expect(form.getByText('Strength: Fair')).toBeVisible();
  await repeat.fill('another hors');
  await save.click();
  await expect(form.getByText('Passwords don’t match.')).toBeVisible();
  await repeat.fill('another horse');
  await save.click();
  await expect(form.getByRole('alert').filter({ hasText: 'The current password is wrong.' })).toBeVisible();

  await current.fill(account.password);
  await save.click();
  await expect(form.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(elsewhere.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
  await signedIn.reload();
  await expect(signedIn).toHaveURL(/\/app\/settings$/);
});

test('whoever signs in elsewhere sees nothing of passwords', async ({ signedIn, account }) => {
  await onDatabase((db) => db.query(`UPDATE "Account" SET source = 'extern' WHERE id = $1`, [account.id]));
  const answered = signedIn.waitForResponse((response) => response.url().endsWith(settings.hasPassword.path));
  await signedIn.goto('/app/settings');
  await answered;
  await expect(passwordForm(signedIn)).toHaveCount(0);
  await expect(emailForm(signedIn)).toBeVisible();
});

test('passwords wait dimmed until it is known that there is one', async ({ signedIn: page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${settings.hasPassword.path}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/settings');
  const fields = passwordForm(page).getByRole('group');
  await expect(fields).toHaveAttribute('aria-busy', 'true');
  await expect(passwordForm(page).getByLabel('Current password', { exact: true })).toBeDisabled();
  answer();
  await expect(fields).toHaveAttribute('aria-busy', 'false');
  await expect(passwordForm(page).getByLabel('Current password', { exact: true })).toBeEnabled();
});

test('a session ended from elsewhere leads to the login page and back', async ({
  signedIn,
  account,
  as,
  browser,
}) => {
  await as.call(share.create, { body: { name: 'Plans', validity: 60_000, maxViews: 1 } });
  const elsewhere = await browser.newContext({ locale: 'en-GB' });
  const other = await elsewhere.newPage();
  await signIn(other, account);
  await other.goto('/app/uploads');

  await signedIn.goto('/app/settings');
  const list = signedIn.getByRole('region', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('This session');
  await list.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await other.getByRole('searchbox', { name: 'Search shares' }).fill('plans');
  await expect(other).toHaveURL(/\/app\/login\?r=%2Fapp%2Fuploads/);
  await other.getByLabel('Login', { exact: true }).fill(account.login);
  await other.getByLabel('Password', { exact: true }).fill(account.password);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/\/app\/uploads/);
  await elsewhere.close();
});

test('the keyboard alone chooses a time zone and a theme, and ends all other sessions', async ({
  signedIn,
  account,
  as,
}) => {
  const elsewhere = await api(account);
  await signedIn.goto('/app/settings');
  await signedIn.getByRole('main').getByLabel('Language').focus();
  const { keyboard } = signedIn;
  await keyboard.press('Tab');
  await expect(signedIn.getByRole('combobox', { name: 'Time zone' })).toBeFocused();
  await keyboard.type('europe/berl');
  await expect(signedIn.getByRole('option', { name: 'Europe/Berlin' })).toBeVisible();
  await keyboard.press('Enter');
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ timezone: 'Europe/Berlin' });
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(signedIn.locator('html')).toHaveAttribute('data-theme', 'dark');

  await signedIn.getByRole('button', { name: 'End all others' }).focus();
  await keyboard.press('Enter');
  await expect(signedIn.getByRole('alertdialog')).toBeVisible();
  const yes = signedIn.getByRole('button', { name: 'Yes, end them' });
  while (!(await yes.evaluate((button) => button === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(signedIn.getByText('All other sessions are ended.')).toBeVisible();
  await expect(elsewhere.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
  await signedIn.reload();
  await expect(signedIn).toHaveURL(/\/app\/settings$/);
});
