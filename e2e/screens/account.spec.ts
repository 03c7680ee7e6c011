import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { account as calls } from '@/lib/contract/account';
import { alias } from '@/lib/contract/alias';
import { cookieNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { type Api, api, newAccount, onDatabase } from '../account';
import { test as base, expect } from '../fixtures';
import { running } from '../running';

/** Here whoever is signed in is an admin. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
  account: async ({}, use) => use(await newAccount({ admin: true })),
});

const password = 'correct horse';
const newWord = () => `w${randomBytes(6).toString('hex')}`;

/** Accounts that no other test finds. */
async function people(boss: Api, ends: readonly string[], word = newWord()): Promise<string> {
  const body = { state: 'Active', admin: false, password };
  for (const end of ends) await boss.call(calls.create, { body: { ...body, login: word + end } });
  return word;
}

async function idOf(boss: Api, login: string): Promise<string> {
  const { items } = await boss.call(calls.search, { query: { q: login } });
  return items[0]?.id ?? '';
}

const logins = (page: Page): Locator => page.locator('tbody').getByRole('link');

test('accounts are for admins: others are told, strangers sign in first', async ({ browser, page }) => {
  const person = await newAccount();
  const { token } = await api(person);
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  const screens = [paths.accounts, paths.newAccount, paths.account(person.id)];
  for (const path of screens) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/app\/info\/0$/);
    await expect(page.getByRole('main')).not.toContainText(person.login);
  }
  await page.getByRole('button', { name: `Account of ${person.login}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Shares' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Accounts' })).toHaveCount(0);

  const stranger = await browser.newPage();
  for (const path of screens) {
    await stranger.goto(path);
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
  await page.goto(paths.home);
  await page.getByRole('button', { name: `Account of ${account.login}` }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByRole('searchbox', { name: 'Search logins' }).fill(word.toUpperCase());
  await expect(page.getByText('1 account', { exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(word) });
  for (const fact of ['Proxy', 'Disabled', '41', 'Mar 4, 2026']) await expect(row).toContainText(fact);
  await expect(page).toHaveURL(new RegExp(`\\?q=${word.toUpperCase()}$`));
  await logins(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.account(id)}$`));
});

test('a search without a match says so and is cleared', async ({ signedIn: page }) => {
  await page.goto(paths.accounts);
  await page.getByRole('searchbox').fill('nobody-has-this');
  await expect(page.getByRole('heading', { name: 'No login matches “nobody-has-this”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(logins(page).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
});

test('of two searches the later one counts, whichever is answered first', async ({ signedIn: page, as }) => {
  const word = await people(as, ['-slow', '-quick']);
  await page.goto(paths.accounts);
  let answerSlow = () => {};
  const held = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  await page.route(`**${calls.search.path}?*-slow*`, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // by then the page has given it up
  });
  const asked = page.waitForRequest(/-slow/);
  await page.getByRole('searchbox').fill(`${word}-slow`);
  await asked;
  await page.getByRole('searchbox').fill(`${word}-quick`);
  await expect(logins(page)).toHaveText([`${word}-quick`]);
  answerSlow();
  await page.waitForLoadState('networkidle');
  await expect(logins(page)).toHaveText([`${word}-quick`]);
});

test('a column’s head orders the list, once more turns it around, and the URL keeps it', async ({
  signedIn: page,
  as,
}) => {
  const word = await people(as, ['-a', '-b', '-c']);
  const busy = await api({ login: `${word}-b`, password });
  await busy.call(share.create, { body: { validity: 60_000, maxViews: 1 } });
  await page.goto(`${paths.accounts}?q=${word}`);
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
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Shares', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('combobox', { name: 'Order of the list' }).selectOption('By: Login');
  await order(['-a', '-b', '-c']);
  await page.getByRole('button', { name: 'Ascending. Turn around' }).click();
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
  await page.goto(`${paths.accounts}?q=${word}`);
  await expect(page.getByText('1–50 of 101')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51–100 of 101')).toBeVisible();
  await expect(logins(page).first()).toHaveText(`${word}-051`);
  await page.reload();
  await expect(logins(page).first()).toHaveText(`${word}-051`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(logins(page)).toHaveText([`${word}-101`]);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  // A page that is no more leads to the last one there is.
  await page.goto(`${paths.accounts}?q=${word}&page=9`);
  await expect(logins(page)).toHaveText([`${word}-101`]);
  await as.call(calls.get, { params: { id: `${word}101` } });
});

test('a new account is told what is missing, and then signs in with the suggested password', async ({
  signedIn: page,
  account,
}) => {
  await page.goto(paths.accounts);
  await page.getByRole('link', { name: 'New internal account' }).click();
  const create = page.getByRole('button', { name: 'Create account' });
  const login = page.getByLabel('Login', { exact: true });
  await create.click();
  await expect(page.getByText('A login is needed.')).toBeVisible();
  await expect(page.getByText('A password is needed.')).toBeVisible();
  await expect(login).toBeFocused();

  await login.fill('two words');
  await page.getByLabel('E-mail (optional)').fill('nobody@');
  await expect(
    page.getByText('Only letters a–z, digits and . _ - @ are possible, at most 60.'),
  ).toBeVisible();
  await expect(page.getByText('This is not an e-mail address.')).toBeVisible();
  await page.getByLabel('E-mail (optional)').fill('');

  await login.fill(account.login.toUpperCase());
  await page.getByRole('button', { name: 'Suggest one' }).click();
  const suggested = await page.getByLabel('Password', { exact: true }).inputValue();
  await page.keyboard.press('Tab');
  await create.click();
  await expect(page.getByText('This login is taken.')).toBeVisible();
  const word = newWord();
  await login.fill(word);
  await expect(page.getByText('This login is taken.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account is created.')).toBeVisible();
  await expect(logins(page)).toHaveText([word]);
  expect((await api({ login: word, password: suggested })).token).not.toBe('');
});

test('an account is changed: all but its login, and the password only where it is ours', async ({
  signedIn: page,
  as,
}) => {
  const word = await people(as, ['-in', '-out']);
  const [inside, outside] = await Promise.all([idOf(as, `${word}-in`), idOf(as, `${word}-out`)]);
  await onDatabase((client) =>
    client.query(`UPDATE "Account" SET source = 'extern' WHERE id = $1`, [outside]),
  );
  await page.goto(paths.account(inside));
  await expect(page.getByLabel('Login', { exact: true })).not.toBeEditable();
  await expect(page.getByText(inside)).toBeVisible();
  await page.getByLabel('E-mail (optional)').fill('in@example.org');
  await page.getByLabel('New password').fill('another horse');
  await page.getByRole('checkbox', { name: /^Admin/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The account is saved.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  expect(await as.call(calls.get, { params: { id: inside } })).toMatchObject({
    login: `${word}-in`,
    email: 'in@example.org',
    admin: true,
  });
  expect((await api({ login: `${word}-in`, password: 'another horse' })).token).not.toBe('');

  await page.goto(paths.account(outside));
  await expect(page.getByText('This person signs in through Proxy')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);
});

test('a deletion says what goes with it and asks first', async ({ signedIn: page, as }) => {
  const login = `${await people(as, [''])}`;
  const person = await api({ login, password });
  for (const name of ['One', 'Two'])
    await person.call(share.create, { body: { name, validity: 60_000, maxViews: 1 } });
  await person.call(alias.create, { body: { name: 'Inbox', validity: 60_000, enabled: true, members: [] } });
  const id = await idOf(as, login);
  await page.goto(paths.account(id));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${login} permanently?` });
  await expect(question).toContainText('2 shares with their files, 1 alias');
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('The account is deleted.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
  await page.goto(paths.account(id));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
});

test('an admin is warned before giving up the own rights, and is then out', async ({
  signedIn: page,
  as,
  account,
}) => {
  await page.goto(paths.account(account.id));
  await page.getByRole('checkbox', { name: /^Admin/ }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give up your own admin rights?' });
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await as.call(calls.get, { params: { id: account.id } });
  await page.getByLabel('State').selectOption('Disabled');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alertdialog', { name: 'Disable your own account?' })
    .getByRole('button', { name: 'Yes, disable it' })
    .click();
  await expect(page).toHaveURL(/\/app\/login$/);
  await expect(api(account)).rejects.toMatchObject({ code: 'auth.loginFailed' });
});

test('the refusal to take the last admin away stands where it was tried', async ({
  signedIn: page,
  account,
}) => {
  const message = 'This is the last active admin. Make another account an admin first.';
  // On this server there are always others; that the server refuses is shown by e2e/api/last-admin.test.ts.
  await page.route(`**${paths.account(account.id).replace('/app', '/api/v2/admin')}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ json: { success: false, message, code: 'account.lastAdmin' } }),
  );
  await page.goto(paths.account(account.id));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('you are signed out at once');
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(question.getByRole('alert')).toHaveText(message);
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Admin/ }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Yes, give them up' }).click();
  await expect(question.getByRole('alert')).toHaveText(message);
});

test('the list has all its columns where there is room', async ({ signedIn: page, as }) => {
  const word = await people(as, ['']);
  await page.goto(`${paths.accounts}?q=${word}`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Login',
    'Source',
    'State',
    'Shares',
    'Aliases',
    'Admin',
    'Logins',
    'Last login',
    'Created',
  ]);
  const cells = page.getByRole('row', { name: new RegExp(word) }).getByRole('cell');
  await expect(cells).toHaveCount(9);
  await expect(cells.nth(1)).toHaveText('Internal');
});

test('the way back from an account is the list', async ({ signedIn: page, account }) => {
  for (const path of [paths.account(account.id), paths.newAccount]) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
  }
});
