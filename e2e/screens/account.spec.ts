import { account as calls } from '@/lib/contract/account/account';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, newAccount, onDatabase } from '@/testing/people/account';
import { idle, openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect } from '../fixtures';
import { hold } from '../hold';
import { idOf, logins, newWord, password, people, test } from '../people';

test('accounts are for admins: others are told, strangers sign in first', async ({ browser, page }) => {
  const person = await newAccount();
  const { token } = await api(person);
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  const screens = [paths.accounts, paths.newAccount, paths.account(person.id)];
  for (const path of screens) {
    await openPage(page, path);
    await expect(page).toHaveURL(/\/app\/info\/0$/);
    await expect(page.getByRole('main')).not.toContainText(person.login);
  }
  await page.getByRole('button', { name: `Account of ${person.login}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Shares' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Accounts' })).toHaveCount(0);

  const stranger = await browser.newPage();
  for (const path of screens) {
    await openPage(stranger, path);
    await expect(stranger).toHaveURL(new RegExp(`/app/login\\?r=${encodeURIComponent(path)}$`));
  }
  await stranger.close();
});

test('the list shows what admins want to know, and the menu leads to it', async ({
  signedIn: page,
  as,
  account,
}) => {
  const word = await people(as, ['-a']);
  const id = await idOf(as, word);
  await onDatabase((client) =>
    client.query(
      `UPDATE "Account" SET source = 'extern', state = 'Disabled', "loginCount" = 41, "lastLoginAt" = '2026-03-04T05:06Z' WHERE id = $1`,
      [id],
    ),
  );
  await openPage(page, paths.home);
  await page.getByRole('button', { name: `Account of ${account.login}` }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByRole('searchbox', { name: 'Search logins' }).fill(word.toUpperCase());
  await expect(page.getByText(/^1 found ·/)).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(word) });
  for (const fact of ['Proxy', 'Disabled', '41', '4 Mar 2026']) await expect(row).toContainText(fact);
  await expect(page).toHaveURL(new RegExp(`\\?q=${word.toUpperCase()}$`));
  await logins(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.account(id)}$`));
});

test('a search without a match says so and is cleared', async ({ signedIn: page }) => {
  await openPage(page, paths.accounts);
  await page.getByRole('searchbox').fill('nobody-has-this');
  await expect(page.getByRole('heading', { name: 'No login matches “nobody-has-this”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(logins(page).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
});

test('of two searches the later one counts, whichever is answered first', async ({ signedIn: page, as }) => {
  const word = await people(as, ['-slow', '-quick']);
  await openPage(page, paths.accounts);
  const answerSlow = await hold(page, `**${calls.search.path}?*-slow*`);
  const asked = page.waitForRequest(/-slow/);
  await page.getByRole('searchbox').fill(`${word}-slow`);
  const slow = await asked;
  await page.getByRole('searchbox').fill(`${word}-quick`);
  await expect(logins(page)).toHaveText([`${word}-quick`]);
  answerSlow();
  await (await slow.response())?.finished(); // null when the page has given it up
  await idle(page);
  await expect(logins(page)).toHaveText([`${word}-quick`]);
});

test('a column’s head orders the list, once more turns it around, and the URL keeps it', async ({
  signedIn: page,
  as,
}) => {
  const word = await people(as, ['-a', '-b', '-c']);
  const busy = await api({ login: `${word}-b`, password });
  await busy.call(share.create, { body: { validity: 60_000, maxViews: 1 } });
  await openPage(page, `${paths.accounts}?q=${word}`);
  const ends = () => logins(page).allTextContents();
  const order = (ordered: string[]) => expect.poll(ends).toEqual(ordered.map((end) => word + end));
  await order(['-a', '-b', '-c']);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await order(['-c', '-b', '-a']);
  await expect(page.getByRole('columnheader', { name: 'Login', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('button', { name: 'Shares', exact: true }).click();
  await expect.poll(async () => (await ends())[0]).toBe(`${word}-b`);
  await reloadPage(page);
  await expect(page.getByRole('columnheader', { name: 'Shares', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('combobox', { name: 'Order of the list' }).selectOption('By: Login');
  await order(['-a', '-b', '-c']);
  await page.getByRole('button', { name: 'Ascending. Reverse order' }).click();
  await order(['-c', '-b', '-a']);
});

test('a long list is turned page by page', async ({ signedIn: page, as }) => {
  const word = newWord();
  await onDatabase((client) =>
    client.query(
      `INSERT INTO "Account" (id, login) SELECT $1 || n, $1 || '-' || lpad(n::text, 3, '0') FROM generate_series(1, 101) n`,
      [word],
    ),
  );
  await openPage(page, `${paths.accounts}?q=${word}`);
  await expect(page.getByText('1–50 of 101')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51–100 of 101')).toBeVisible();
  await expect(logins(page).first()).toHaveText(`${word}-051`);
  await reloadPage(page);
  await expect(logins(page).first()).toHaveText(`${word}-051`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(logins(page)).toHaveText([`${word}-101`]);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  // A page that is no more leads to the last one there is.
  await openPage(page, `${paths.accounts}?q=${word}&page=9`);
  await expect(logins(page)).toHaveText([`${word}-101`]);
  await as.call(calls.get, { params: { id: `${word}101` } });
});

test('the list follows its URL: the link in the menu, and back', async ({ signedIn: page, account }) => {
  const word = newWord();
  await onDatabase((client) =>
    client.query(
      `INSERT INTO "Account" (id, login) SELECT $1 || n, $1 || '-' || lpad(n::text, 3, '0') FROM generate_series(1, 60) n`,
      [word],
    ),
  );
  await openPage(page, `${paths.accounts}?q=${word}`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(logins(page).first()).toHaveText(`${word}-051`);
  await page.getByRole('button', { name: `Account of ${account.login}` }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByText('of 60')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(word);
  await expect(page.getByText('51–60 of 60')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?q=${word}&page=2$`));
});

test('the list has all its columns where there is room', async ({ signedIn: page, as }) => {
  const word = await people(as, ['']);
  await openPage(page, `${paths.accounts}?q=${word}`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Login',
    'Source',
    'State',
    'Shares',
    'Space',
    'Inboxes',
    'Admin',
    'Logins',
    'Last login',
    'Created',
  ]);
  const cells = page.getByRole('row', { name: new RegExp(word) }).getByRole('cell');
  await expect(cells).toHaveCount(10);
  await expect(cells.nth(1)).toHaveText('Internal');
});
