import { account as calls } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import { api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { expect } from '../fixtures';
import { test } from '../people';

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
