import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const choose = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const list = (page: Page) => page.getByRole('list', { name: 'Files' });

test('a second file of a name gets a number, and can be left out or take the first one’s place', async ({
  signedIn: page,
  as,
}) => {
  await openPage(page, paths.newShare);
  await choose(page, 'same.txt', 'first');
  await choose(page, 'same.txt', 'the second');
  await expect(page.getByText('“same.txt” already exists. This one is named “same (2).txt”.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await expect(list(page).getByText('same (2).txt')).toBeHidden();

  await choose(page, 'same.txt', 'the third of them');
  await page.getByRole('button', { name: 'Replace the other' }).click();
  await expect(list(page).getByText('same.txt')).toBeVisible();
  await expect(list(page).getByText('same (2).txt')).toBeHidden();

  await choose(page, 'same.txt', 'number four');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  const { items } = await as.call(share.search, { query: {} });
  const { files } = await as.call(share.get, { params: { id: items[0]?.id ?? '' } });
  expect(files.map(({ filename, size }) => [filename, size]).sort()).toEqual([
    ['same (2).txt', 'number four'.length],
    ['same.txt', 'the third of them'.length],
  ]);
});

test('files of the share count, too, and stay', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [samples.txt], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Add files' }).click();
  await choose(page, 'notes.txt', 'other notes');
  await expect(page.getByText('This one is named “notes (2).txt”.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  for (const name of ['notes.txt', 'notes (2).txt']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
});

test('a file of the share goes when the one that replaces it has arrived', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [samples.txt], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Add files' }).click();
  await choose(page, 'notes.txt', 'newer notes');
  await page.getByRole('button', { name: 'Replace the other' }).click();
  const before = await as.call(share.get, { params: { id: shareId } });
  expect(before.files.map(({ filename }) => filename)).toEqual(['notes.txt']);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect
    .poll(async () => {
      const { files } = await as.call(share.get, { params: { id: shareId } });
      return files.map(({ filename, size }) => [filename, size]);
    })
    .toEqual([['notes.txt', 'newer notes'.length]]);
});
