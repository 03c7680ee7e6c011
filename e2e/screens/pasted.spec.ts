import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { expect, test } from '../fixtures';

const { txt } = samples;
const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('links with what a mail left behind them lead to their pages, and the address is clean', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [txt]);
  for (const ending of ['.', '>', '%E2%80%8B', '%3Futm_source=mail']) {
    await page.goto(paths.open(linkId) + ending);
    await expect(fileButton(page, 'notes.txt')).toBeVisible();
    await expect(page).toHaveURL(paths.open(linkId));
  }
  const inbox = paths.inbox(await newAlias(as, { name: 'Applications' }));
  await page.goto(`${inbox}).`);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await expect(page).toHaveURL(inbox);
  await page.goto('/app/ending#extend=nonsense%3E.');
  await expect(page).toHaveURL('/app/ending#extend=nonsense');
});

test('a password opens a share as a phone writes it; another is refused with advice', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [txt], { password: "Ada's key" });
  await page.goto(paths.open(linkId));
  const field = page.getByLabel('Password', { exact: true });
  await field.fill("ada's key");
  await field.press('Enter');
  await expect(page.getByText('Password invalid. Check capitals and blanks.')).toBeVisible();
  await field.fill('\u200eAda’s\u00a0key ');
  await field.press('Enter');
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
});
