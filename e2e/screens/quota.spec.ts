import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const limit = (id: string, maxBytes: number | null, maxFiles: number | null) =>
  onDatabase((client) =>
    client.query('UPDATE "Account" SET "maxBytes" = $2, "maxFiles" = $3 WHERE id = $1', [
      id,
      maxBytes,
      maxFiles,
    ]),
  );

/** Waits for hydration, because files chosen earlier are lost, and for the list, which follows the reading of files. */
async function choose(page: Page, path: string, sizes: number[]): Promise<void> {
  await openPage(page, path);
  const files = sizes.map((size, n) => ({
    name: `${n}.bin`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(size),
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByText(`${sizes.length - 1}.bin`).first()).toBeVisible();
}

test('a person sees use beside limit, and is told before anything is sent that doesn’t fit', async ({
  signedIn: page,
  account,
  as,
}) => {
  await limit(account.id, 100_000, 2);
  await choose(page, paths.newShare, [100_001]);
  await expect(
    page.getByRole('alert').filter({ hasText: 'only 97.66K of your 97.66K are free' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get link' })).toBeDisabled();
  await choose(page, paths.newShare, [1, 2, 3]);
  await expect(page.getByText('your account has room for 2 more of its 2')).toBeVisible();
  expect((await as.call(share.search, { query: {} })).items).toEqual([]);

  await choose(page, paths.newShare, [95_000, 1]);
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  await openPage(page, paths.settings);
  const section = page.getByRole('region', { name: 'Storage' });
  await expect(section).toContainText('92.77K of 97.66K');
  await expect(section).toContainText('2 of 2');
  await expect(section).toContainText('Your storage is full.');
});

test('a sender to a full account reads that it is full, and nothing else about it', async ({
  page,
  account,
  as,
}) => {
  const body = { name: 'Inbox', validity: 86_400_000, enabled: true, members: [] };
  const { id } = await as.call(alias.create, { body });
  await limit(account.id, 4_321, null);
  await choose(page, paths.inbox(id), [5_000]);
  await page.getByRole('button', { name: /Send/ }).click();
  await expect(page.getByText('The recipient doesn’t have enough space for this.').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/4\.22 KB|4,?321/);
  await expect(page.getByRole('main')).toContainText('0 B of 4.88 KB');
});
