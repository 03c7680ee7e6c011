import { versionPath } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
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
  await page.goto(paths.settings);
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
