import type { Request } from '@playwright/test';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

test('an upload is seen on every page, held there, and found again after a reload', async ({
  signedIn: page,
}) => {
  const folder = new LocalFolder('trip', {});
  folder.addHollow('film.mp4', 900_000_000);
  page.on('dialog', (dialog) => dialog.accept());
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Bridge survey');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  const pill = page.getByRole('complementary', { name: 'Uploads' });
  await expect(pill).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inboxes' }).click();
  await expect(pill.getByRole('link', { name: /^Bridge survey ?\d+%$/ })).toBeVisible();
  await pill.getByRole('button', { name: /^Pause ?Bridge survey$/ }).click();
  await expect(pill.getByRole('button', { name: /^Resume ?Bridge survey$/ })).toBeFocused();
  await page.getByRole('link', { name: 'Shares', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shares' })).toBeVisible();
  await pill.getByRole('link', { name: /^Bridge survey/ }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.newShare}$`));
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(pill).toHaveCount(0);

  await openPage(page, paths.home);
  await pill.getByText('1 interrupted upload').click();
  await expect(pill.getByRole('link', { name: /^Bridge survey ?1 file missing$/ })).toBeVisible();
  await pill.getByRole('link', { name: /^Bridge survey/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bridge survey' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 file is still missing: film.mp4.');
  await expect(pill).toHaveCount(0);
  await openPage(page, paths.aliases);
  await pill.getByRole('button', { name: 'Hide' }).click();
  await expect(pill).toHaveCount(0);
  folder.remove();
});

test('an upload that ends on another page is ready there to be copied, and home is fresh', async ({
  signedIn: page,
}) => {
  const folder = new LocalFolder('quay', { 'film.mp4': 6_000_000, 'plan.md': 900 });
  page.on('dialog', (dialog) => dialog.accept());
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  const isFilm = (request: Request) => request.method() === 'PATCH';
  const letGo = await hold(page, '**/files/tus/**', isFilm);
  const begun = page.waitForRequest(isFilm);
  await page.getByRole('button', { name: 'Get link' }).click();
  await begun;
  await page.getByRole('banner').getByRole('link', { name: 'Slipway' }).click();
  const row = page
    .getByRole('list', { name: 'Recent shares' })
    .getByRole('listitem')
    .filter({ hasText: 'quay' });
  await expect(row).toContainText('Incomplete');
  letGo();
  const pill = page.getByRole('complementary', { name: 'Uploads' });
  await expect(pill.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expect(row).toContainText('Live');
  await expect(row.getByRole('button', { name: /^Copy/ })).toBeVisible();
  await expect(pill.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await pill.getByRole('button', { name: 'Hide' }).click();
  await expect(pill).toHaveCount(0);
  folder.remove();
});
