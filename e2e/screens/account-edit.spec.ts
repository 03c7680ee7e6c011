import { account as calls } from '@/lib/contract/account/account';
import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, holder, onDatabase } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { expect } from '../fixtures';
import { idOf, logins, newWord, password, people, test } from '../people';

test('a new account is told what is missing, and then signs in with the suggested password', async ({
  signedIn: page,
  account,
}) => {
  await openPage(page, paths.accounts);
  await page.getByRole('link', { name: 'New internal account' }).click();
  const create = page.getByRole('button', { name: 'Create account' });
  const login = page.getByLabel('Login', { exact: true });
  await create.click();
  await expect(page.getByText('Please enter a login.')).toBeVisible();
  await expect(page.getByText('Please enter a password.')).toBeVisible();
  await expect(login).toBeFocused();

  await login.fill('two words');
  await page.getByLabel('E-mail (optional)').fill('nobody@');
  await expect(
    page.getByText('Use only letters a–z, digits and . _ - @, at most 60 characters.'),
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
  await expect(page.getByRole('heading', { name: 'Account created.' })).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy password' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(suggested);
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect(login).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await openPage(page, `${paths.accounts}?q=${word}`);
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
  await openPage(page, paths.account(inside));
  await expect(page.getByLabel('Login', { exact: true })).not.toBeEditable();
  await expect(page.getByText(inside)).toBeVisible();
  await page.getByLabel('E-mail (optional)').fill('in@example.org');
  await page.getByLabel('New password').fill('another horse');
  await page.getByRole('checkbox', { name: /^Admin/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account saved.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  expect(await as.call(calls.get, { params: { id: inside } })).toMatchObject({
    login: `${word}-in`,
    email: 'in@example.org',
    admin: true,
  });
  expect((await api({ login: `${word}-in`, password: 'another horse' })).token).not.toBe('');

  await openPage(page, paths.account(outside));
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
  await openPage(page, paths.account(id));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${login} permanently?` });
  await expect(question).toContainText('2 shares with their files, 1 inbox');
  await expect(question).not.toContainText('members');
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Account deleted.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
  await openPage(page, paths.account(id));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
});

test('the alias pages of somebody who is deleted are handed over, with what came through them', async ({
  signedIn: page,
  as,
  account,
}) => {
  const login = `${await people(as, [''])}`;
  const [person, id] = [await api({ login, password }), await idOf(as, login)];
  const inbox = { name: 'Applications', validity: 60_000, enabled: true, members: [account.id] };
  const { id: aliasId } = await person.call(alias.create, { body: inbox });
  const { id: shareId } = await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  await openPage(page, paths.account(id));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${login} permanently?` });
  await expect(question).toContainText('One inbox has members, who lose its deliveries.');
  await question.getByRole('combobox', { name: 'Hand the inboxes over to' }).fill(account.login);
  await page.getByRole('option', { name: account.login, exact: true }).click();
  await expect(question).toContainText(`The inbox goes to ${account.login}, with all deliveries.`);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Account deleted.')).toBeVisible();
  expect(await as.call(alias.get, { params: { id: aliasId } })).toMatchObject({ owner: account.login });
  await as.call(share.get, { params: { id: shareId } });
});

test('an admin is warned before giving up the own rights, and is then out', async ({
  signedIn: page,
  as,
  account,
}) => {
  await openPage(page, paths.account(account.id));
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
  await expect(api(account)).rejects.toMatchObject({ code: 'auth.accountDisabled' });
});

test('the refusal to remove the last admin shows where it was tried', async ({ signedIn: page, account }) => {
  const message = 'This is the last active admin. Make another account an admin first.';
  // On this server there are always others; that the server refuses is shown by e2e/api/last-admin.test.ts.
  await page.route(`**${paths.account(account.id).replace('/app', '/api/v2/admin')}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ json: { success: false, message, code: 'account.lastAdmin' } }),
  );
  await openPage(page, paths.account(account.id));
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

test('the way back from an account is the list', async ({ signedIn: page, account }) => {
  for (const path of [paths.account(account.id), paths.newAccount]) {
    await openPage(page, path);
    await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.accounts}$`));
  }
});

test('an account that can’t be read anew says why, and stays as it was', async ({ signedIn: page, as }) => {
  const id = await idOf(as, await people(as, ['']));
  await openPage(page, paths.account(id));
  await page.route(`**${calls.get.path.replace('{id}', id)}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 503, json: { success: false, message: 'Later', code: 'server.unavailable' } })
      : route.continue(),
  );
  await page.getByLabel('E-mail (optional)').fill('new@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Later' })).toBeVisible();
  await expect(page.getByLabel('E-mail (optional)')).toHaveValue('new@example.org');
});
