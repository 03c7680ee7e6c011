import type { Browser, Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { MailSink } from '@/testing/network/mail-sink';
import { api } from '@/testing/people/account';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { admin, TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';

const invitePassword = 'the password for invites';
const password = 'correct horse battery';
const subjects = { gb: 'Your invitation to Slipway', de: 'Ihre Einladung zu Slipway' };
const codeOf = (tag = '') => (tag.startsWith('de') ? 'de' : 'gb');
let sink: MailSink;
let invites: TestServer;
let open: TestServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ locale }) => {
  sink = await MailSink.open();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'Slipway <slipway@example.org>', SIGNUP_EMAIL: 'verified' };
  invites = await TestServer.make({
    env: { ...env, SIGNUP_MODE: 'invite', INVITE_PASSWORD: invitePassword, DEFAULT_LANGUAGE: codeOf(locale) },
  });
  open = await TestServer.make({ env: { ...env, SIGNUP_MODE: 'open', SIGNUP_DOMAINS: 'example.org' } });
  await Promise.all([invites.start(), open.start()]);
});
test.afterAll(() => Promise.all([invites.remove(), open.remove(), sink.close()]));

async function linkTo(address: string, pattern: RegExp): Promise<string> {
  const links = () => sink.for(address).flatMap(({ email }) => pattern.exec(email.text ?? '') ?? []);
  await expect.poll(() => links().length, { timeout: 15_000 }).toBeGreaterThan(0);
  return links().at(-1) ?? '';
}

async function pageOf(browser: Browser, server: TestServer, token = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  if (token) await context.addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
  return context.newPage();
}

test('an admin invites by mail, and who opens the link has a confirmed address', {
  tag: '@everywhere',
}, async ({ browser, locale, t }) => {
  const boss = await pageOf(browser, invites, (await api(admin, invites.url)).token);
  await openPage(boss, paths.newInvite);
  await boss.getByLabel(t('invite.password')).fill(invitePassword);
  const address = boss.getByLabel(t('invite.email'));
  await address.fill('grace');
  const send = boss.getByRole('button', { name: t('invite.send') });
  await send.click();
  const refusal = t('errors.mail.badRecipients', { count: 1, list: 'grace' });
  await expect(boss.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await address.fill('grace@example.net');
  await send.click();
  await expect(boss.getByText(t('says.signup.inviteMade', { to: 'grace@example.net' }))).toBeVisible();
  const list = boss.getByRole('region', { name: t('invite.open.title') });
  await expect(list.getByRole('listitem')).toContainText('grace@example.net');

  const link = await linkTo('grace@example.net', /http\S+register#mailed=\w+/);
  expect(sink.for('grace@example.net')[0]?.email.subject).toBe(subjects[codeOf(locale)]);
  const page = await pageOf(browser, invites);
  await openPage(page, link);
  await expect(page.getByText(t('register.mailedHint'))).toBeVisible();
  await expect(page.getByLabel(t('register.email'))).toHaveCount(0);
  await page.getByLabel(t('register.login')).fill('grace');
  await page.getByLabel(t('register.password'), { exact: true }).fill(password);
  await page.getByLabel(t('register.repeat')).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('says.signup.registered', { wait: 'no' }))).toBeVisible();
  const grace = await api({ login: 'grace', password }, invites.url);
  expect(await grace.call(settings.getEmail, {})).toMatchObject({
    email: 'grace@example.net',
    verified: true,
  });
  await reloadPage(boss);
  await expect(list.getByText(t('invite.open.none'))).toBeVisible();
  for (const one of [boss, page]) await one.context().close();
});

test('signing up confirms the address by mail, sends the link again on request, and signs in', async ({
  browser,
}) => {
  const page = await pageOf(browser, open);
  await openPage(page, paths.register);
  const submit = page.getByRole('button', { name: 'Sign up' });
  await page.getByLabel('Login', { exact: true }).fill('linus');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await submit.click();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.getByLabel('E-mail address').fill('linus@elsewhere.example');
  await submit.click();
  await expect(page.getByText('one of these domains: example.org')).toBeVisible();
  await page.getByLabel('E-mail address').fill('linus@example.org');
  await submit.click();
  await expect(page.getByRole('status').filter({ hasText: 'open the link that was mailed' })).toBeVisible();
  await linkTo('linus@example.org', /http\S+confirm#\w+/);

  await openPage(page, paths.login());
  await fillLogin(page, { login: 'linus', password });
  await expect(page.getByText('Confirm your e-mail address first')).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('A new link is on its way.')).toBeVisible();
  await expect.poll(() => sink.for('linus@example.org').length).toBe(2);
  const boss = await pageOf(browser, open, (await api(admin, open.url)).token);
  await openPage(boss, paths.accounts);
  await expect(boss.getByRole('row', { name: /linus/ })).toContainText('Not confirmed');

  await openPage(page, await linkTo('linus@example.org', /http\S+confirm#\w+/));
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
  await page.getByRole('link', { name: 'To sign-in' }).click();
  await fillLogin(page, { login: 'linus@example.org', password });
  await expect(page).toHaveURL(/\/app\/home$/);
  for (const one of [boss, page]) await one.context().close();
});
