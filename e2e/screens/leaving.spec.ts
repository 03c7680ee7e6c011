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

test('an account is deleted with all its links, and signing in brings all back', async ({
  signedIn: page,
  account,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [samples.txt]);
  const member = await newAccount();
  const body = { name: 'Plans', validity: 3_600_000, enabled: true, members: [member.id] };
  const { id: aliasId } = await as.call(alias.create, { body });
  const statusOfLink = async () =>
    (await fetch(`${running().url}/api/v2/open/share/${linkId}`, { headers: { accept: 'application/json' } }))
      .status;
  expect(await statusOfLink()).toBe(200);

  await openPage(page, paths.security);
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(serverPaths.leave);
  const form = page.getByRole('region', { name: 'Delete my account' });
  await expect(form.getByText('1 share with its files, 1 alias page')).toBeVisible();
  await expect(form.getByText(`${member.login} then lose all its deliveries`)).toBeVisible();
  await form.getByLabel('“Plans” has members').selectOption(`Hand it over to ${member.login}`);
  await form.getByLabel('Current password').fill('a guess');
  await form.getByLabel('Type your login').fill('somebody');
  await form.getByRole('button', { name: 'Delete my account' }).click();
  await expect(form.getByText('This is not your login.')).toBeVisible();
  await form.getByLabel('Type your login').fill(account.login);
  await form.getByRole('button', { name: 'Delete my account' }).click();
  await expect(form.getByText('The current password is wrong.')).toBeVisible();
  await form.getByLabel('Current password').fill(account.password);
  await form.getByRole('button', { name: 'Delete my account' }).click();

  await expect(page).toHaveURL(paths.login());
  await expect(
    page.getByText('Your account will be deleted. Until then, signing in keeps it.'),
  ).toBeVisible();
  expect(await statusOfLink()).toBe(404);
  const heirs = await onDatabase((db) => db.query('SELECT "heirId" FROM "Alias" WHERE id = $1', [aliasId]));
  expect(heirs.rows).toEqual([{ heirId: member.id }]);

  await fillLogin(page, account);
  await expect(page.getByText('Welcome back: your account will not be deleted.')).toBeVisible();
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
  await form.getByLabel('Tippen Sie Ihren Login').fill(account.login);
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

test('what is kept of a person comes as a ZIP that other programs read, with the password alone', async ({
  signedIn: page,
  account,
  as,
}) => {
  await sharedFiles(as, [samples.txt]);
  await openPage(page, paths.security);
  await page.getByRole('link', { name: 'Take my data' }).click();
  await expect(page).toHaveURL(serverPaths.ownData);
  const form = page.getByRole('region', { name: 'Take my data' });
  await form.getByLabel('With all my files').check();
  await form.getByLabel('Current password').fill('a guess');
  await form.getByRole('button', { name: 'Collect my data' }).click();
  await expect(form.getByText('The current password is wrong.')).toBeVisible();
  await form.getByLabel('Current password').fill(account.password);
  await form.getByRole('button', { name: 'Collect my data' }).click();
  const link = form.getByRole('link', { name: 'Download ZIP' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(form.getByText(/^You can ask again from/)).toBeVisible();
  const download = page.waitForEvent('download');
  await link.click();
  const file = await (await download).path();
  expect(python('print(zipfile.ZipFile(sys.argv[1]).testzip())', file)).toBe('None');
  const read = (name: string) =>
    python('sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())', file, name);
  expect(JSON.parse(read('account.json'))).toMatchObject({ id: account.id, login: account.login });
  const [kept] = JSON.parse(read('files.json'));
  expect(kept).toMatchObject({ name: samples.txt.name, mimeType: 'text/plain' });
  expect(read(`files/${kept.folder}/${kept.name}`)).toBe(samples.txt.bytes.toString());
});
