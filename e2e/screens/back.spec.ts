import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { alive, openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const places = (page: Page) => page.evaluate(() => history.length);
const settled = (page: Page) => expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
/** Waits for the history entry of an open dialog, which is added after it appears. */
const onDialog = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBeGreaterThan(0);
/** The present history entry; traversals take a moment. */
const place = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation.currentEntry
        .index,
  );
const question = (page: Page) => page.getByRole('alertdialog');

async function shareFromList(page: Page, shareId: string): Promise<void> {
  await openPage(page, paths.shares);
  await page.getByRole('link', { name: 'Bridge survey' }).click();
  await expect(page).toHaveURL(paths.share(shareId));
  await alive(page);
  await page.getByRole('tab', { name: 'Details' }).click();
}

const named = { name: 'Bridge survey' };

test('Back closes a question and stays; closed otherwise, it leaves nothing behind', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [samples.txt], named);
  await shareFromList(page, shareId);
  const ask = page.getByRole('button', { name: 'Delete share' });
  await ask.click();
  await expect(question(page)).toBeVisible();
  await onDialog(page);
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(paths.share(shareId));
  await expect(ask).toBeFocused();

  const before = await places(page);
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => question(page).getByRole('button', { name: 'No', exact: true }).click(),
  ]) {
    await ask.click();
    await expect(question(page)).toBeVisible();
    await onDialog(page);
    await leave();
    await expect(question(page)).toBeHidden();
    await settled(page);
  }
  expect(await places(page)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(paths.shares);
  await expect(page.getByRole('link', { name: 'Bridge survey' })).toBeVisible();
});

test('the page that a question leads to stays, and Back goes on past it', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [samples.txt], named);
  await shareFromList(page, shareId);
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  await question(page).getByRole('button', { name: 'New link' }).click();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Delete share' }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(paths.shares);
  await alive(page);
  await expect(page).toHaveURL(paths.shares);
  await page.goBack();
  await expect(page).toHaveURL(paths.share(shareId));
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(paths.shares);
});

test('after a reload beneath a question or the viewer, Back leaves the page at once', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [samples.txt], named);
  await shareFromList(page, shareId);
  const own = await place(page);
  await page.getByRole('button', { name: 'Delete share' }).click();
  await expect(question(page)).toBeVisible();
  await expect.poll(() => place(page)).toBe(own + 1);
  await reloadPage(page);
  await expect.poll(() => place(page)).toBe(own);
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => place(page)).toBe(own + 1);
  await reloadPage(page);
  await expect.poll(() => place(page)).toBe(own);
  await page.goBack();
  await expect(page).toHaveURL(paths.shares);
});

test.describe('on a phone', () => {
  test.use({ isAlone: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('Back closes the question over a list and keeps what was chosen', async ({ signedIn: page, as }) => {
    await sharedFiles(as, [samples.txt], named);
    await openPage(page, paths.shares);
    await page.getByRole('checkbox', { name: 'Bridge survey' }).check();
    await page.getByRole('button', { name: 'Delete' }).tap();
    await expect(question(page)).toBeVisible();
    await onDialog(page);
    await page.goBack();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(paths.shares);
    await expect(page.getByRole('checkbox', { name: 'Bridge survey' })).toBeChecked();
  });
});
