import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const { txt } = samples;
const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('links with what a mail left behind them lead to their pages, and the address is clean', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [txt]);
  for (const ending of ['.', '>', '%E2%80%8B', '%3Futm_source=mail']) {
    await openPage(page, paths.open(linkId) + ending);
    await expect(fileButton(page, 'notes.txt')).toBeVisible();
    await expect(page).toHaveURL(paths.open(linkId));
  }
  const inbox = paths.inbox(await newAlias(as, { name: 'Applications' }));
  await openPage(page, `${inbox}).`);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await expect(page).toHaveURL(inbox);
  await openPage(page, '/app/ending#extend=nonsense%3E.');
  await expect(page).toHaveURL('/app/ending#extend=nonsense');
});

test('a password opens a share as a phone writes it; another is refused with advice', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [txt], { password: "Ada's key" });
  await openPage(page, paths.open(linkId));
  const field = page.getByLabel('Password', { exact: true });
  await field.fill("ada's key");
  await field.press('Enter');
  await expect(page.getByText('Password invalid. Check capitals and spaces.')).toBeVisible();
  await field.fill('\u200eAda’s\u00a0key ');
  await field.press('Enter');
  await expect(fileButton(page, 'notes.txt')).toBeVisible();
});

test('a note keeps its lines, its products and its telephone; a task stands beside its box', async ({
  page,
  as,
}) => {
  const description =
    'Ada\nMain Street 1\n\n2*3*4 boxes, [call](tel:+49301234)\n\n- [ ] pack\n- [x] send {{who}}';
  const { linkId, shareId } = await sharedFiles(as, [txt], { name: '\u202ePlans', description });
  await openPage(page, paths.open(linkId));
  await expect(page.getByRole('heading', { level: 1, name: 'Plans', exact: true })).toBeVisible();
  const note = page.locator('article');
  await expect(note.getByText('Ada')).toHaveText(/Ada\nMain Street 1/);
  await expect(note.getByText('2*3*4 boxes')).toBeVisible();
  await expect(note.getByRole('link', { name: 'call' })).toHaveAttribute('href', 'tel:+49301234');
  const task = note.getByRole('listitem').filter({ hasText: 'send {{who}}' });
  const [row, box] = [await task.boundingBox(), await task.getByRole('checkbox').boundingBox()];
  expect(row?.height).toBeLessThan(2 * (box?.height ?? 0));
  expect(await as.call(share.get, { params: { id: shareId } })).toMatchObject({ name: 'Plans' });
});

test('a list is searched by words in any order, and by a pasted link', async ({ signedIn: page, as }) => {
  const { linkId } = await sharedFiles(as, [txt], { name: 'Straße am Hafen' });
  await sharedFiles(as, [txt], { name: 'Hafen' });
  await openPage(page, paths.shares);
  const search = page.getByRole('searchbox');
  for (const q of [
    'hafen  strasse',
    'notes.txt STRASSE',
    `https://files.example.org${paths.open(linkId)}.`,
  ]) {
    await search.fill(q);
    await expect(page.getByRole('link', { name: 'Hafen', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Straße am Hafen' })).toBeVisible();
  }
});
