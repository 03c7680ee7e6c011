import { paths } from '@/lib/paths';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

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
