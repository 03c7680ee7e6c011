import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { expect } from '../fixtures';
import { logins, newWord, test } from '../people';

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
