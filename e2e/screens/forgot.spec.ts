import { mailsTo } from '@/testing/network/caught-mail';
import { newAccount, onDatabase, type TestAccount } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { fillLogin, signInByForm } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';

const fresh = 'another horse battery';

async function reachable(): Promise<TestAccount & { email: string }> {
  const account = await newAccount();
  const email = `${account.login}@example.org`;
  await onDatabase((db) => db.query('UPDATE "Account" SET email = $2 WHERE id = $1', [account.id, email]));
  return { ...account, email };
}

async function linkTo(address: string, page: 'reset' | 'confirm'): Promise<string> {
  const links = () =>
    mailsTo(address).flatMap(({ email }) => new RegExp(`/app/${page}#\\w+`).exec(email.text ?? '') ?? []);
  await expect.poll(() => links().length, { timeout: 15_000 }).toBeGreaterThan(0);
  return links().at(-1) ?? '';
}

test('a forgotten password is reset by a mailed link, and the person signs in by login or address', {
  tag: '@everywhere',
}, async ({ page, t }) => {
  const { email, ...account } = await reachable();
  await openPage(page, '/app/login');
  await page.getByRole('link', { name: t('login.forgot') }).click();
  await page.getByRole('button', { name: t('mailLink.forgot.submit') }).click();
  await expect(page.getByText(t('mailLink.forgot.needed'))).toBeVisible();
  await page.getByLabel(t('mailLink.forgot.account')).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toContainText(t('says.auth.forgot'));

  const link = await linkTo(email, 'reset');
  await openPage(page, link);
  const heading = (name: string) => page.getByRole('heading', { name });
  await expect(heading(t('mailLink.reset.title', { login: account.login }))).toBeVisible();
  const field = page.getByLabel(t('mailLink.reset.password'), { exact: true });
  await field.fill('short');
  await page.getByRole('button', { name: t('mailLink.reset.submit') }).click();
  await expect(field).toBeFocused();
  await field.fill(fresh);
  await page.keyboard.press('Enter');
  await expect(heading(t('says.auth.reset'))).toBeVisible();
  await expect(page.getByText(t('mailLink.reset.look'))).toBeVisible();
  await page.getByRole('link', { name: t('mailLink.toLogin') }).click();
  await fillLogin(page, account, t);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await fillLogin(page, { login: email, password: fresh }, t);
  await expect(page).toHaveURL(/\/app\/settings\/security$/);
  await expect(page.getByRole('region', { name: t('settings.others.title') })).toBeVisible();
  await openPage(page, link);
  await expect(heading(t('errors.code.over'))).toBeVisible();
});

test('a new address is asked for by the password and counts once its link is opened', async ({ page }) => {
  const { email, ...account } = await reachable();
  const next = `new-${email}`;
  await signInByForm(page, account);
  await openPage(page, '/app/settings');
  const form = page.getByRole('region', { name: 'E-mail', exact: true });
  await form.getByLabel('E-mail address').fill(next);
  await form.getByRole('button', { name: 'Save e-mail' }).click();
  await expect(form.getByRole('alert')).toContainText(/missing|enter/i);
  await form.getByLabel('Current password').fill(account.password);
  await form.getByRole('button', { name: 'Save e-mail' }).click();
  await expect(form.getByRole('status')).toContainText('open the link that was mailed');
  await expect(form.getByText(`Waiting for ${next}`)).toBeVisible();

  await openPage(page, await linkTo(next, 'confirm'));
  await expect(page.getByRole('heading', { name: `Is ${next} your address?` })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await openPage(page, '/app/settings');
  await expect(form.getByLabel('E-mail address')).toHaveValue(next);
  await expect.poll(() => mailsTo(email).at(-1)?.email.subject).toBe('Your e-mail address was changed');
});

test('an admin sends a link from the page of an account', async ({ page }) => {
  const { email, id } = await reachable();
  await signInByForm(page, await newAccount({ admin: true }));
  await openPage(page, `/app/account/${id}`);
  await page.getByRole('button', { name: 'Send a reset link' }).click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  expect(await linkTo(email, 'reset')).toMatch(/#\w{43}$/);
});
