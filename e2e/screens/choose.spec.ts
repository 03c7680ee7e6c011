import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const zip = (page: Page) => page.getByRole('link', { name: /as ZIP/ });

test('any of 400 files can be chosen: all but some, a range with Shift; after a reload none, and no bar', async ({
  page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, []);
  await onDatabase((db) =>
    db.query(
      `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", state, crc32)
       SELECT $1 || '-' || lpad(n::text, 3, '0'), $1, '', 'note ' || lpad(n::text, 3, '0') || '.txt', 0, 0, 'text/plain',
         'complete', '00000000' FROM generate_series(1, 400) n`,
      [shareId],
    ),
  );
  await openPage(page, paths.open(linkId));
  await box(page, 'all files').check();
  for (const n of ['001', '002', '003']) await box(page, `note ${n}.txt`).uncheck();
  await expect(page.getByText('397 of 400 selected')).toBeVisible();
  const except = ['001', '002', '003'].map((n) => `exceptFile=${shareId}-${n}`).join('&');
  await expect(zip(page).last()).toHaveAttribute('href', new RegExp(`/zip\\?${except}`));

  await page.getByRole('button', { name: 'Cancel' }).click();
  await box(page, 'note 010.txt').check();
  await box(page, 'note 014.txt').click({ modifiers: ['Shift'] });
  await expect(page.getByText('5 of 400 selected')).toBeVisible();
  await box(page, 'note 011.txt').uncheck();
  await box(page, 'note 013.txt').click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 of 400 selected')).toBeVisible();

  await box(page, 'note 001.txt').check();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await box(page, 'note 200.txt').click({ modifiers: ['Shift'] });
  await expect(page.getByText('200 of 400 selected')).toBeVisible();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/zip'),
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 200 files as ZIP' }).click(),
  ]);
  expect((await asked).postData()?.split('&')).toHaveLength(200);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  await expect(page).toHaveURL(new RegExp(paths.open(linkId)));

  await reloadPage(page);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(page.getByText(/of 400 selected/)).toHaveCount(0);
});
