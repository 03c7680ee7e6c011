import { versionPath } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const words = 'The server isn’t responding. Retrying automatically.';

const away = {
  status: 503,
  contentType: 'application/json',
  headers: { 'retry-after': '2' },
  body: JSON.stringify({ success: false, message: 'Later', code: 'server.unavailable' }),
};

test('while the server is away the page says so quietly and keeps what was typed, and it goes on by itself', async ({
  signedIn: page,
}) => {
  await openPage(page, paths.settings);
  const form = page.getByRole('region', { name: 'E-mail', exact: true });
  const email = form.getByLabel('E-mail address');
  await email.fill('ada@example.org');

  await page.route('**/api/v2/**', (route) => route.fulfill(away));
  const answered = page.waitForResponse((response) => response.status() === 503);
  await email.press('Enter');
  await answered;
  await expect(page.getByText(words)).toBeVisible();
  await expect(email).toHaveValue('ada@example.org');
  // A link would take the page with it: the click waits.
  await page.getByRole('link', { name: 'Inboxes' }).first().click();
  await expect(page).toHaveURL(new RegExp(`${paths.settings}$`));
  await expect(email).toHaveValue('ada@example.org');

  await page.unroute('**/api/v2/**');
  await expect(page.getByText(words)).toBeHidden({ timeout: 10_000 });
  await expect(page).toHaveURL(new RegExp(`${paths.aliases}$`));

  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('link', { name: 'Shares' }).first().click();
  await expect(page).toHaveURL(new RegExp(`${paths.aliases}$`));
  await page.context().setOffline(false);
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`), { timeout: 10_000 });

  // Nothing has failed before this click.
  const isDead = (url: URL) => url.searchParams.has('_rsc') || url.pathname === versionPath;
  await page.route(isDead, (route) => route.abort());
  await page.getByRole('link', { name: 'Inboxes' }).first().click();
  await expect(page.getByText(words)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`));
  await page.unroute(isDead);
  await expect(page).toHaveURL(new RegExp(`${paths.aliases}$`), { timeout: 10_000 });
});

test('an action confirmed offline fails at once and never happens later; reads come by themselves', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [], { name: 'Trip' });
  const failed = 'There was a network error.';
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Delete share' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.context().setOffline(true);
  await question.getByRole('button', { name: 'Yes do it' }).click();
  await expect(question.getByRole('alert')).toHaveText(failed);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();
  await question.getByRole('button', { name: 'No', exact: true }).click();
  expect(await as.call(share.get, { params: { id: shareId } })).toMatchObject({ name: 'Trip' });

  await sharedFiles(as, [], { name: 'Other' });
  await openPage(page, paths.shares);
  await expect(page.getByRole('row', { name: /Other/ })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('searchbox', { name: 'Search shares' }).fill('trip');
  await expect(page.getByText(failed)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(failed)).toBeHidden();
  await expect(page.getByRole('row', { name: /Other/ })).toBeHidden();
  await expect(page.getByRole('row', { name: /Trip/ })).toBeVisible();
});
