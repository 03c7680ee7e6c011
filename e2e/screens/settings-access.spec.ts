import type { Page } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { api, onDatabase } from '@/testing/people/account';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { fillLogin, signInByForm } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

const passwordForm = (page: Page) => page.getByRole('region', { name: 'Password' });

test('a new password is checked while it is typed, and ends the other sessions', async ({
  signedIn,
  account,
}) => {
  const elsewhere = await api(account);
  await openPage(signedIn, '/app/settings/security');
  const form = passwordForm(signedIn);
  const [current, next, repeat] = ['Current password', 'New password', 'Repeat new password'].map((name) =>
    form.getByLabel(name, { exact: true }),
  );
  const save = form.getByRole('button', { name: 'Change password' });
  if (!current || !next || !repeat) throw new Error('There are three fields.');
  await save.click();
  await expect(current).toBeFocused();
  await expect(form.getByText('All fields are required!')).toHaveCount(1);
  for (const field of [current, next, repeat]) await expect(field).toHaveAttribute('aria-invalid', 'true');

  await current.fill('something else');
  await next.fill('iloveyou');
  await expect(form.getByText('very common and easy to guess')).toBeVisible();
  await next.fill('another horse');
  await expect(form.getByText('Strength: Fair')).toBeVisible();
  await repeat.fill('another hors');
  await save.click();
  await expect(form.getByText('Passwords don’t match.')).toBeVisible();
  await repeat.fill('another horse');
  await save.click();
  const wrong = 'Error on submit: The current password is wrong.';
  await expect(form.getByRole('alert').filter({ hasText: wrong })).toBeVisible();

  await current.fill(account.password);
  await save.click();
  await expect(form.getByRole('status').filter({ hasText: 'Password changed.' })).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(elsewhere.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
  await reloadPage(signedIn);
  await expect(signedIn).toHaveURL(/\/app\/settings\/security$/);
});

test('people who sign in elsewhere see nothing of passwords', async ({ signedIn, account }) => {
  await onDatabase((db) => db.query(`UPDATE "Account" SET source = 'extern' WHERE id = $1`, [account.id]));
  const answered = signedIn.waitForResponse((response) => response.url().endsWith(settings.hasPassword.path));
  await openPage(signedIn, '/app/settings/security');
  await answered;
  await expect(passwordForm(signedIn)).toHaveCount(0);
  await expect(signedIn.getByRole('region', { name: 'Second factor' })).toHaveCount(0);
  await expect(signedIn.getByRole('region', { name: 'Sessions' })).toBeVisible();
});

test('passwords wait dimmed until it is known that there is one', async ({ signedIn: page }) => {
  const answer = await hold(page, `**${settings.hasPassword.path}`);
  await openPage(page, '/app/settings/security');
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
  await signInByForm(other, account);
  await openPage(other, '/app/uploads');

  await openPage(signedIn, '/app/settings/security');
  const list = signedIn.getByRole('region', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('This session');
  await list.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await other.getByRole('searchbox', { name: 'Search shares' }).fill('plans');
  await expect(other).toHaveURL(/\/app\/login\?r=%2Fapp%2Fuploads/);
  await fillLogin(other, account);
  await expect(other).toHaveURL(/\/app\/uploads/);
  await elsewhere.close();
});

test('an access token is made for what it is needed for, shown once, and revoked', async ({
  signedIn: page,
}) => {
  await openPage(page, '/app/settings/access');
  const access = page.getByRole('region', { name: 'Access', exact: true });
  await expect(access.getByText('You have no access tokens.')).toBeVisible();
  await access.getByRole('button', { name: 'New access token' }).click();
  await access.getByRole('button', { name: 'Create' }).click();
  await expect(access.getByText('Please give it a name.')).toBeVisible();
  await access.getByLabel('Name').fill('Backup server');
  await expect(access.getByLabel('Upload: create shares and add files')).toBeChecked();
  await access.getByLabel('Read: see lists and details, download files').check();
  await expect(access.getByLabel('Administer: everything admins can do')).toHaveCount(0);
  await access.getByLabel('Allowed IP addresses').fill('everywhere');
  await access.getByRole('button', { name: 'Create' }).click();
  await expect(access.getByRole('alert').filter({ hasText: 'must be addresses or networks' })).toBeVisible();
  await access.getByLabel('Allowed IP addresses').fill('');
  await access.getByRole('button', { name: 'Create' }).click();
  await expect(access.getByRole('heading', { name: 'Your new access token' })).toBeFocused();
  const secret = String(await access.getByText(/^slw_\w{50}$/).textContent());

  const headers = { authorization: `Bearer ${secret}` };
  const used = await page.request.fetch('/api/v2/sec/settings/usage', { headers });
  expect(used.status()).toBe(200);
  await reloadPage(page);
  await expect(access.getByText(secret)).toHaveCount(0);
  await expect(access.getByText(`${secret.slice(0, 16)}…`)).toBeVisible();
  await expect(access.getByText(/upload, read · valid until .* · last used .* from/)).toBeVisible();

  await access.getByRole('button', { name: 'Revoke Backup server' }).click();
  await page.getByRole('button', { name: 'Yes, revoke it' }).click();
  await expect(access.getByText('You have no access tokens.')).toBeVisible();
  const cookieless = await fetch(new URL('/api/v2/sec/settings/usage', page.url()), { headers });
  expect(cookieless.status).toBe(401);
});
