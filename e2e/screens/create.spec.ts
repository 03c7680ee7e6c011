import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share';
import type { Api } from '../account';
import { expect, test } from '../fixtures';
import { arrivedSums, drop, LocalFolder, type Plan } from '../local-folder';
import { running } from '../running';

const few: Plan = { 'plan.md': 900, 'photos/1.jpg': 40_000, 'photos/raw/1.raw': 2_000_000, 'empty.txt': 0 };
const many: Plan = {
  'film.mp4': 300_000_000,
  ...Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`photos/${n}.jpg`, 1000 * n + 1])),
};

const publish = (page: Page) => page.getByRole('button', { name: 'Upload and get link' });
const ready = (page: Page) => page.getByRole('heading', { name: 'Your link is ready' });
const percentOf = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow'));

/** A drop before the page's script runs is the browser's own business, so the first ones may be lost. */
async function openAndDrop(page: Page, folder: LocalFolder): Promise<void> {
  await page.goto('/app/share', { waitUntil: 'networkidle' });
  await drop(page, [folder.path]);
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
}

async function newestShare(as: Api): Promise<string> {
  const { items } = await as.call(share.search, { query: {} });
  return items[0]?.id ?? '';
}

async function expectWhole(as: Api, folder: LocalFolder): Promise<void> {
  const sums = await arrivedSums(as, running().url, await newestShare(as));
  expect(sums).toEqual(folder.sums);
}

test('a dropped folder becomes a link, and each file arrives as it was, in its place', async ({
  signedIn,
  as,
}) => {
  const folder = new LocalFolder('trip', few);
  await openAndDrop(signedIn, folder);
  await signedIn.getByRole('textbox', { name: 'Note' }).fill('# The trip\n\nAll of it.');
  await publish(signedIn).click();
  await expect(ready(signedIn)).toBeFocused();
  const link = await signedIn.getByRole('link', { name: /Public link/ }).getAttribute('href');
  expect(link).toMatch(/\/app\/open\/[\w-]+$/);
  await expectWhole(as, folder);
  const detail = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(detail).toMatchObject({ descriptionRaw: '# The trip\n\nAll of it.', maxViews: 30, password: false });
  expect(detail.publishInfo?.enabled).toBe(true);
  folder.remove();
});

test('what is not meant for a link stays private until it is published', async ({ signedIn, as }) => {
  await signedIn.goto('/app/share');
  await signedIn.getByRole('textbox', { name: 'Note' }).fill('For later.');
  await signedIn.getByRole('button', { name: 'Save without link' }).click();
  await expect(signedIn.getByText('Nobody can see it yet')).toBeVisible();
  const { publishInfo } = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(publishInfo).toBeNull();
  await signedIn.getByRole('button', { name: 'Publish and get link' }).click();
  await expect(signedIn.getByRole('link', { name: /Public link/ })).toBeVisible();
});

test('nothing at all is refused in a sentence, and what was typed survives a reload', async ({
  signedIn,
}) => {
  await signedIn.goto('/app/share', { waitUntil: 'networkidle' });
  await signedIn.getByRole('button', { name: 'Get link' }).click();
  await expect(signedIn.getByText('Either some files or a description must be provided.')).toBeVisible();
  await signedIn.getByRole('textbox', { name: 'Note' }).fill('Do not lose me');
  await signedIn.reload();
  await expect(signedIn.getByRole('textbox', { name: 'Note' })).toHaveValue('Do not lose me');
});

test('fifty files with a film among them go on after pause, lost network and reload', async ({
  signedIn,
  as,
}) => {
  test.setTimeout(240_000);
  const folder = new LocalFolder('trip', many);
  signedIn.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(signedIn, folder);
  await signedIn.getByRole('textbox', { name: /^Name/ }).fill('Trip');
  await publish(signedIn).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(5);

  await signedIn.getByRole('button', { name: 'Pause' }).click();
  const heldAt = await percentOf(signedIn);
  await expect(signedIn).toHaveTitle(/% paused/);
  await signedIn.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(heldAt);

  await signedIn.context().setOffline(true);
  await expect(signedIn.getByText('No connection. It goes on by itself.')).toBeVisible();
  const lostAt = await percentOf(signedIn);
  await signedIn.context().setOffline(false);
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(lostAt);

  await signedIn.reload({ waitUntil: 'networkidle' });
  await expect(signedIn.getByRole('region', { name: 'An upload was interrupted' })).toContainText('“Trip”');
  await signedIn.getByRole('button', { name: 'Continue' }).click();
  await expect(
    ready(signedIn)
      .or(signedIn.getByText('Drop or choose the same files again'))
      .or(signedIn.getByRole('progressbar')),
  ).toBeVisible();
  if (await signedIn.getByText('Drop or choose the same files again').isVisible())
    await drop(signedIn, [folder.path]);
  await expect(ready(signedIn)).toBeVisible({ timeout: 120_000 });
  await expectWhole(as, folder);
  folder.remove();
});

test('an interrupted upload can be thrown away with all that was sent', async ({ signedIn, as }) => {
  const folder = new LocalFolder('trip', { 'film.mp4': 200_000_000 });
  signedIn.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(signedIn, folder);
  await publish(signedIn).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(2);
  await signedIn.getByRole('button', { name: 'Pause' }).click();
  await signedIn.reload({ waitUntil: 'networkidle' });
  await signedIn.getByRole('button', { name: 'Discard' }).click();
  await signedIn.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(signedIn.getByRole('region', { name: 'An upload was interrupted' })).toBeHidden();
  await expect.poll(() => newestShare(as)).toBe('');
  folder.remove();
});
