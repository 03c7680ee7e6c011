import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

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
