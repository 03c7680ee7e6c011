import { paths } from '@/lib/paths';
import { newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

test('without alias pages the first one is offered', async ({ signedIn }) => {
  await openPage(signedIn, paths.aliases);
  await expect(signedIn.getByRole('heading', { level: 1, name: 'Receive your first file' })).toBeVisible();
  await signedIn.getByRole('link', { name: 'New inbox' }).last().click();
  await expect(signedIn).toHaveURL(/\/app\/alias\/new$/);
});

test('the list is searched on the server, and words that match nothing can be cleared', async ({
  signedIn,
  as,
}) => {
  await newAlias(as, { name: 'Invoices' });
  await newAlias(as, { name: 'Photos', enabled: false });
  await openPage(signedIn, paths.aliases);
  await expect(signedIn.getByRole('row', { name: /Photos/ })).toContainText('Disabled');
  const search = signedIn.getByRole('searchbox', { name: 'Search inboxes' });
  await search.fill('voic');
  await expect(signedIn.getByRole('row', { name: /Photos/ })).toBeHidden();
  await expect(signedIn.getByRole('row', { name: /Invoices/ })).toContainText('Enabled');
  await expect(signedIn.getByText('1 found', { exact: true })).toBeVisible();
  await expect(signedIn).toHaveURL(/\?q=voic$/);
  await search.fill('nothing like it');
  await signedIn.getByRole('button', { name: 'Clear search' }).click();
  await expect(signedIn.getByRole('row', { name: /Photos/ })).toBeVisible();
});

test('home leads to both, making an alias page and those there are', async ({ signedIn, as }) => {
  await newAlias(as);
  await openPage(signedIn, paths.home);
  await expect(signedIn.getByRole('link', { name: /^Receive files/ })).toHaveAttribute(
    'href',
    paths.newAlias,
  );
  await expect(signedIn.getByRole('link', { name: /^Documentation/ })).toHaveAttribute('target', '_blank');
  await signedIn.getByRole('link', { name: /^Inboxes 1 inbox/ }).click();
  await expect(signedIn.getByRole('row', { name: /Applications/ })).toBeVisible();
});

test('the list has all its columns where there is room', async ({ signedIn: page, as, account }) => {
  const member = await newAccount();
  const id = await newAlias(as, { members: [member.id] });
  await openPage(page, paths.aliases);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'State',
    'Owner',
    'Validity',
    'Members',
    'Created',
  ]);
  const row = page.getByRole('row', { name: /Applications/ });
  for (const fact of ['Enabled', account.login, '1 hour', member.login])
    await expect(row).toContainText(fact);
  await row.getByRole('link', { name: 'Edit Applications' }).click({ force: true });
  await expect(page).toHaveURL(new RegExp(`${paths.alias(id)}$`));
});

test('the link in the bar empties the search, and back brings it again', async ({ signedIn: page, as }) => {
  for (const name of ['Invoices', 'Photos']) await newAlias(as, { name });
  await openPage(page, `${paths.aliases}?q=voic`);
  const photos = page.getByRole('row', { name: /Photos/ });
  await expect(photos).toBeHidden();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inboxes' }).click();
  await expect(photos).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('voic');
  await expect(photos).toBeHidden();
});
