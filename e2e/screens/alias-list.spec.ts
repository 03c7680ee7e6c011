import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

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
