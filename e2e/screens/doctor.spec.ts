import { cookieNames } from '@/lib/contract/http/names';
import { api, newAccount } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('an admin sees what is set up wrong and how to mend it, and that it is mended', async ({ page }) => {
  const { token } = await api(await newAccount({ admin: true }));
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  let isLimited = true;
  await page.route('**/api/v2/admin/doctor/probe', (route) =>
    isLimited && (route.request().postDataBuffer()?.length ?? 0) > 1_000_000
      ? route.fulfill({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' })
      : route.continue(),
  );
  await openPage(page, '/app/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Health' }).click();
  const uploads = page.getByRole('listitem').filter({ hasText: 'Uploads through the proxy' });
  await expect(uploads).toContainText('client_max_body_size 0', { timeout: 40_000 }); // probes take their time
  await expect(uploads).toContainText('Problem');

  isLimited = false;
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(uploads).toContainText('go through in one request', { timeout: 40_000 });
  await expect(page.getByRole('listitem').filter({ hasText: 'written, read and removed' })).toContainText(
    'Storage',
  );
});
