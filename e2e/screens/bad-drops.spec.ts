import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import type { Api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { SlowWire } from '../slow-wire';

const publish = (page: Page) => page.getByRole('button', { name: 'Get link' });
const ready = (page: Page) => page.getByRole('heading', { name: 'Your link is ready' });
const list = (page: Page) => page.getByRole('list', { name: 'Files' });
const counted = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

async function expectWhole(as: Api, folder: LocalFolder): Promise<void> {
  const { items } = await as.call(share.search, { query: {} });
  expect(await arrivedSums(as, running().url, items[0]?.id ?? '')).toEqual(folder.sums);
}

test('files dropped offline are kept, and sent once there is a network', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photos/1.jpg': 40_000 });
  await openPage(page, paths.newShare);
  const wire = await SlowWire.of(page, 1_000_000);
  await wire.cut();
  await drop(page, [folder.path]);
  await counted(page, '2 files');
  await publish(page).click();
  await expect(page.getByText('There was a network error.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('trip');
  await counted(page, '2 files');
  await wire.free();
  await publish(page).click();
  await expect(ready(page)).toBeVisible();
  await expectWhole(as, folder);
  folder.remove();
});

test('the same folder dropped twice is there once', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photos/1.jpg': 40_000 });
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await counted(page, '2 files');
  await drop(page, [folder.path]);
  await expect(page.getByText('2 files are already in the list.')).toBeVisible();
  await counted(page, '2 files');
  await publish(page).click();
  await expect(ready(page)).toBeVisible();
  await expectWhole(as, folder);
  folder.remove();
});

test('a file that vanishes after the drop is named and can be left out; a vanished folder is an error message', async ({
  signedIn: page,
}) => {
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'late.bin': 3_000_000, 'small.txt': 20 });
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await counted(page, '3 files');
  fs.rmSync(`${folder.path}/late.bin`);
  fs.rmSync(`${folder.path}/small.txt`);
  await publish(page).click();
  await expect(page.getByText('Some files failed: 2 files have not arrived.')).toBeVisible();
  await expect(
    page.getByText('This file can’t be read any more. If it was moved or changed, choose it again.'),
  ).toHaveCount(2);
  for (const name of ['late.bin', 'small.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(ready(page)).toBeVisible();

  const gone = new LocalFolder('gone', { 'a.txt': 5, 'b.txt': 5 });
  await openPage(page, paths.newShare);
  await drop(page, [gone.path]);
  await counted(page, '2 files');
  gone.remove();
  await publish(page).click();
  await expect(page.getByText('Some files failed: 2 files have not arrived.')).toBeVisible();
  folder.remove();
});

const many = isLong ? 20_000 : 3_000;

test('very many files are listed, and the page goes on answering', async ({ signedIn: page }) => {
  const folder = new LocalFolder(
    'many',
    Object.fromEntries(Array.from({ length: many }, (_, n) => [`${n}.jpg`, 20])),
  );
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await expect(page.getByText(`${many.toLocaleString('en')} files`).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('many');
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^many/ }).click();
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(100);
  await page.getByRole('textbox', { name: 'Message' }).fill('All of them');
  await page.getByRole('button', { name: 'Clear files' }).click();
  await expect(list(page)).toHaveCount(0);
  folder.remove();
});
