import type { Page } from '@playwright/test';
import { auth } from '@/lib/contract/auth';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';
import { arrived, openAndDrop, percentOf, send } from '../sender';
import { SlowWire } from '../slow-wire';

test('the chosen theme shows at once and stays', async ({ page }) => {
  await openPage(page, '/app/login');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const drawn = await (await page.request.get('/app/login')).text();
  expect(drawn).toContain('data-theme="dark"');
});

test('the chosen language applies at once and stays', async ({ page }) => {
  await openPage(page, '/app/login');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Bei Slipway anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await reloadPage(page);
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
});

test('the keyboard gets past the bar with its first stop', async ({ signedIn }) => {
  await openPage(signedIn, '/app/uploads');
  await signedIn.keyboard.press('Tab');
  await expect(signedIn.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await signedIn.keyboard.press('Enter');
  await expect(signedIn.getByRole('main')).toBeFocused();
});

test('an unknown screen is home, and an unknown page says so', async ({ signedIn }) => {
  await openPage(signedIn, '/app/nowhere/at/all');
  await expect(signedIn).toHaveURL(/\/app\/home$/);
  const answer = await openPage(signedIn, '/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(signedIn.getByRole('heading', { name: 'There’s nothing here' })).toBeVisible();
  await expect(signedIn.getByRole('navigation').getByRole('link', { name: 'Shares' })).toBeVisible();
  await signedIn.getByRole('main').getByRole('link').click();
  await expect(signedIn).toHaveURL(/\/app\/home$/);
});

test('a visitor’s unknown page has the bar and a way on, and an unknown call is answered as a call', async ({
  page,
}) => {
  await openPage(page, '/nonsense/at/all?and=more');
  await expect(page.getByRole('banner').getByRole('link')).toHaveAttribute('href', '/app/login');
  await expect(page.getByRole('banner').getByLabel('Language')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'There’s nothing here' })).toBeVisible();
  const call = await page.request.get('/api/v2/nonsense');
  expect(call.status()).toBe(404);
  expect(await call.json()).toMatchObject({ success: false, code: 'request.notFound' });
});

test('info pages tell what is forbidden or expired, and an unknown one is blank', async ({ page }) => {
  await openPage(page, '/app/info/0');
  await expect(page.getByText('You don’t have enough permission to access this site.')).toBeVisible();
  await openPage(page, '/app/info/1');
  await expect(page.getByText('This resource is expired or doesn’t exist.')).toBeVisible();
  await openPage(page, '/app/info/7');
  await expect(page.getByRole('main')).toHaveText('');
});

test('a session that ended elsewhere leads to the login page and back', async ({ signedIn, as }) => {
  await as.call(auth.logout, {});
  await openPage(signedIn, '/app/uploads');
  await expect(signedIn).toHaveURL(/\/app\/login\?r=%2Fapp%2Fuploads$/);
});

test('signing out in one tab ends the others', async ({ signedIn }) => {
  await openPage(signedIn, '/app/home');
  const other = await signedIn.context().newPage();
  await openPage(other, '/app/uploads');
  await expect
    .poll(() => other.evaluate(() => localStorage.getItem('slipway_session')))
    .toContain('"done":1');
  await signedIn.getByRole('button', { name: /^Account of/ }).click();
  await signedIn.getByRole('menuitem', { name: /^Sign out/ }).click();
  await expect(other).toHaveURL(/\/app\/login\?r=%2Fapp%2Fuploads$/);
});

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account of/ });

test('open pages stay when the session ends elsewhere, and what is being sent there goes on', async ({
  signedIn: page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const { linkId } = await sharedFiles(as, [samples.txt]);
  const folder = new LocalFolder('trip', { 'film.mp4': 6_000_000 });
  const [inbox, link] = [await page.context().newPage(), await page.context().newPage()];
  await openPage(link, paths.open(linkId));
  const wire = await SlowWire.of(inbox, 250_000);
  await openAndDrop(inbox, aliasId, folder);
  await send(inbox).click();
  await expect.poll(() => percentOf(inbox)).toBeGreaterThan(3);

  await openPage(page, paths.home);
  for (const open of [inbox, link]) await expect(accountMenu(open)).toBeVisible();
  await expect
    .poll(() => inbox.evaluate(() => localStorage.getItem('slipway_session')))
    .toContain('"done":1');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: /^Sign out/ }).click();
  for (const open of [inbox, link]) await expect(accountMenu(open)).toHaveCount(0);
  await expect(arrived(inbox)).toHaveCount(0);
  await expect(link).toHaveURL(new RegExp(`${paths.open(linkId)}$`));
  await expect(link.getByText('notes.txt').first()).toBeVisible();
  await wire.free();
  await expect(arrived(inbox)).toBeVisible({ timeout: 60_000 });
  await expect(inbox).toHaveURL(new RegExp(`${paths.inbox(aliasId)}$`));
  folder.remove();
});

test('the bar’s line is there while something lies under it, and gone on the next page', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 400 });
  // Beside the content, where the bar ends.
  const end = () => page.screenshot({ clip: { x: 2, y: 50, width: 16, height: 12 } });
  await openPage(page, '/app/settings');
  const plain = await end();
  const isLined = async () => !(await end()).equals(plain);
  await page.mouse.move(500, 500);
  const reached = async () => {
    await page.mouse.wheel(0, 500); // the page may still be growing
    return page.evaluate(() => scrollY);
  };
  await expect.poll(reached).toBeGreaterThan(500);
  await expect.poll(isLined).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Shares' }).click();
  await expect(page.getByRole('heading', { name: 'Share your first file' })).toBeVisible();
  await expect.poll(isLined).toBe(false);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect.poll(isLined).toBe(true);
});
