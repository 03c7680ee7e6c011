import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { api, newAccount } from '@/testing/people/account';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { signInByForm } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

test('an admin of a new server reads what is left to set up, and can hide it permanently', async ({
  page,
}) => {
  const boss = await newAccount({ admin: true });
  await signInByForm(page, boss);
  const list = page.getByRole('region', { name: 'Set up this server' });
  await expect(list.getByRole('link', { name: /Set the public address/ })).toHaveAttribute(
    'href',
    `${paths.server}#address`,
  );
  await expect(list.getByRole('link', { name: /Send a test share/ })).toBeVisible();
  await expect(list.getByRole('link', { name: /Add people/ })).toHaveCount(0); // others use this server already
  await list.getByRole('button', { name: 'Hide this list' }).click();
  await expect(list).toHaveCount(0);
  const as = await api(boss);
  await expect.poll(() => as.call(settings.getPreferences, {})).toMatchObject({ firstSteps: false });
  await reloadPage(page);
  await expect(page.getByRole('heading', { name: `Hello, ${boss.login}` })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('a page that takes its time shows that it is on its way', async ({ signedIn: page }) => {
  const letGo = await hold(page, /_rsc=/);
  await openPage(page, paths.home); // before it is alive, the browser itself shows it
  await page.getByRole('navigation').getByRole('link', { name: 'Inboxes' }).click();
  await expect(page.locator('[data-navigating]')).toBeVisible();
  letGo();
  await expect(page).toHaveURL(paths.aliases);
  await expect(page.locator('[data-navigating]')).toHaveCount(0);
});

test.describe('on a dark device', () => {
  test.use({ colorScheme: 'dark', isAlone: true });

  test('a page is printed in light colours and without its bars, on a dark device and in the dark theme', {
    tag: '@restless',
  }, async ({ page }) => {
    const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await openPage(page, paths.login());
    const onScreen = await canvas();
    await page.emulateMedia({ media: 'print' });
    const onPaper = await canvas();
    expect(onPaper).not.toBe(onScreen);
    for (const bar of ['banner', 'contentinfo'] as const) await expect(page.getByRole(bar)).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(canvas).toBe(onPaper);
  });

  test('pages are dark until somebody chooses', async ({ page }) => {
    const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await openPage(page, paths.login());
    const dark = await canvas();
    await page.getByRole('button', { name: 'Light theme' }).click();
    await expect.poll(canvas).not.toBe(dark);
    await reloadPage(page);
    expect(await canvas()).not.toBe(dark);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(canvas).toBe(dark);
  });

  test('a choice of its own in Settings goes back to what the device says', async ({ signedIn: page }) => {
    await openPage(page, paths.settings);
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await page.getByRole('radio', { name: 'Light' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    // “Saved.” may still be about the choice before.
    const saved = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"system"') ?? false,
    );
    await page.getByRole('radio', { name: 'System' }).check();
    await saved;
    await expect(page.getByText('Saved.')).toBeVisible();
    await reloadPage(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
  });
});
