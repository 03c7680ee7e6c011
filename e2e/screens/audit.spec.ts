import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { api, newAccount } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('an admin finds who did what, narrows it down and opens the details', async ({ page, as, account }) => {
  const { id } = await as.call(share.create, { body: { name: 'Plans', validity: 60_000, maxViews: 1 } });
  await as.call(share.publish, { params: { id } });
  await as.call(share.unpublish, { params: { id } });
  const { token } = await api(await newAccount({ admin: true }));
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  await openPage(page, '/app/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();

  await page.getByLabel('Search activity').fill(account.login);
  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Shares' });
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Share created' });
  await expect(page.getByText('1 found', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Share created' })).toContainText(
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.now()),
  );
  const url = new URL(page.url());
  expect(url.searchParams.get('event')).toBe('share.create');

  await reloadPage(page);
  const row = page.getByRole('button', { name: 'Details: Share created' });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('table')).toContainText(id);

  await page.getByLabel('Outcome', { exact: true }).selectOption('Refused');
  await expect(page.getByText('No event matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/\/app\/audit$/);
  await expect(page.getByRole('row').nth(3)).toBeVisible();

  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Shares' });
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Share created' });
  await expect(page).toHaveURL(/event=share.create$/);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(page.getByLabel('Event', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Event', { exact: true })).toHaveValue('share.create');
});

test('a long name makes no page wider than a phone', async ({ page, as }) => {
  const name = `${'long'.repeat(50)}.txt`;
  const { shareId } = await sharedFiles(as, [{ ...samples.txt, name }], { name: 'n'.repeat(255) });
  const { token } = await api(await newAccount({ admin: true }));
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `/app/audit?q=${shareId}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
