import { execFileSync } from 'node:child_process';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { paths, serverPaths } from '@/lib/paths';
import { api, newAccount, onDatabase } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const python = (script: string, ...args: string[]) =>
  execFileSync('python3', ['-c', `import sys, zipfile\n${script}`, ...args], { encoding: 'utf8' }).trim();

test('an account is deleted with all its links, and signing in brings all back', {
  tag: '@everywhere',
}, async ({ signedIn: page, account, as, t }) => {
  const { linkId } = await sharedFiles(as, [samples.txt]);
  const member = await newAccount();
  const body = { name: 'Plans', validity: 3_600_000, enabled: true, members: [member.id] };
  const { id: aliasId } = await as.call(alias.create, { body });
  const statusOfLink = async () =>
    (await fetch(`${running().url}/api/v2/open/share/${linkId}`, { headers: { accept: 'application/json' } }))
      .status;
  expect(await statusOfLink()).toBe(200);

  await openPage(page, paths.security);
  await page.getByRole('link', { name: t('leaving.open') }).click();
  await expect(page).toHaveURL(serverPaths.leave);
  const form = page.getByRole('region', { name: t('leaving.title') });
  const [, ends = ''] = t('leaving.ends', { date: '…', shares: 1, aliases: 1 }).split('…');
  await expect(form.getByText(ends)).toBeVisible();
  await expect(form.getByText(t('leaving.sharedHint', { members: member.login }))).toBeVisible();
  const heirs = form.getByLabel(t('leaving.shared', { name: 'Plans' }));
  await heirs.selectOption(t('leaving.hand', { login: member.login }));
  const typed = form.getByLabel(t('leaving.typed', { login: account.login }));
  const password = form.getByLabel(t('factor.password'));
  const submit = form.getByRole('button', { name: t('leaving.title') });
  await password.fill('a guess');
  await typed.fill('somebody');
  await submit.click();
  await expect(form.getByText(t('leaving.typedWrong'))).toBeVisible();
  await typed.fill(account.login);
  await submit.click();
  await expect(form.getByText(t('errors.settings.passwordWrong'))).toBeVisible();
  await password.fill(account.password);
  await submit.click();

  await expect(page).toHaveURL(paths.login());
  await expect(page.getByText(t('says.account.leaving'))).toBeVisible();
  expect(await statusOfLink()).toBe(404);
  const { rows } = await onDatabase((db) =>
    db.query('SELECT "heirId" FROM "Alias" WHERE id = $1', [aliasId]),
  );
  expect(rows).toEqual([{ heirId: member.id }]);

  await fillLogin(page, account, t);
  await expect(page.getByText(t('leaving.welcome'))).toBeVisible();
  expect(await statusOfLink()).toBe(200);
});

test('on a German phone the page says what ends and fits, and an admin sees who is leaving', async ({
  browser,
}) => {
  const account = await newAccount();
  const { token } = await api(account);
  const context = await browser.newContext({
    baseURL: running().url,
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
  });
  await context.addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  const page = await context.newPage();
  await openPage(page, serverPaths.leave);
  const form = page.getByRole('region', { name: 'Mein Konto löschen' });
  await form.getByLabel('Aktuelles Passwort').fill(account.password);
  await form.getByLabel('Tippen Sie Ihren Anmeldenamen').fill(account.login);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await form.getByRole('button', { name: 'Mein Konto löschen' }).click();
  await expect(page.getByText('Ihr Konto wird gelöscht.')).toBeVisible();
  const { token: adminToken } = await api(await newAccount({ admin: true }));
  await context.addCookies([{ name: cookieNames.auth, value: adminToken, url: running().url }]);
  await openPage(page, paths.account(account.id));
  await expect(page.getByText(/^Wird gelöscht am /)).toBeVisible();
  await context.close();
});

test('a person’s data come as a ZIP that other programs read, with the password alone', {
  tag: '@everywhere',
}, async ({ signedIn: page, account, as, t }) => {
  await sharedFiles(as, [samples.txt]);
  await openPage(page, paths.security);
  await page.getByRole('link', { name: t('ownData.open') }).click();
  await expect(page).toHaveURL(serverPaths.ownData);
  const form = page.getByRole('region', { name: t('ownData.title') });
  const request = form.getByRole('button', { name: t('ownData.request') });
  const password = form.getByLabel(t('factor.password'));
  await form.getByLabel(t('ownData.files')).check();
  await password.fill('a guess');
  await request.click();
  await expect(form.getByText(t('errors.settings.passwordWrong'))).toBeVisible();
  await password.fill(account.password);
  await request.click();
  const fetch = form.getByRole('button', { name: t('ownData.download') });
  await expect(fetch).toBeVisible({ timeout: 60_000 });
  await expect(form.getByText(t('ownData.next', { date: '…' }).split('…')[0] ?? '')).toBeVisible();
  const download = page.waitForEvent('download');
  await password.fill(account.password);
  await fetch.click();
  const file = await (await download).path();
  expect(python('print(zipfile.ZipFile(sys.argv[1]).testzip())', file)).toBe('None');
  const read = (name: string) =>
    python('sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())', file, name);
  expect(JSON.parse(read('account.json'))).toMatchObject({ id: account.id, login: account.login });
  const [kept] = JSON.parse(read('files.json'));
  expect(kept).toMatchObject({ name: samples.txt.name, mimeType: 'text/plain' });
  expect(read(`files/${kept.folder}/${kept.name}`)).toBe(samples.txt.bytes.toString());
});
