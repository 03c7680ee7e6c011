import { share } from '@/lib/contract/share/share';
import { openPage } from '@/testing/screens/alive';
import { fillLogin, signInByForm } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';

test('a session ended from elsewhere leads to the login page and back', async ({
  signedIn,
  account,
  as,
  browser,
}) => {
  await as.call(share.create, { body: { name: 'Plans', validity: 60_000, maxViews: 1 } });
  const elsewhere = await browser.newContext({ locale: 'en-GB' });
  const other = await elsewhere.newPage();
  await signInByForm(other, account);
  await openPage(other, '/app/uploads');

  await openPage(signedIn, '/app/settings/security');
  const list = signedIn.getByRole('region', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('This session');
  await list.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await other.getByRole('searchbox', { name: 'Search shares' }).fill('plans');
  await expect(other).toHaveURL(/\/app\/login\?r=%2Fapp%2Fuploads/);
  await fillLogin(other, account);
  await expect(other).toHaveURL(/\/app\/uploads/);
  await elsewhere.close();
});
