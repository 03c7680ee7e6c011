import type { Locator, Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { type Api, onDatabase } from '@/testing/people/account';
import { sharedFiles, viewsOf } from '@/testing/people/shared-files';
import { listening, openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const pictures = 700;
const shots = 500;

type LongShareOptions = { password?: string; maxViews?: number; top?: string; isAlbum?: boolean };

/** More files than one page holds. `top`: folder of the pictures; `isAlbum`: pictures alone. */
async function longShare(as: Api, { top = '', isAlbum = false, ...over }: LongShareOptions = {}) {
  const last = isAlbum ? pictures + shots : pictures;
  const { shareId, linkId } = await sharedFiles(as, [], over);
  await onDatabase(async (db) => {
    await db.query('SET session_replication_role = replica');
    await db.query(
      `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", state)
       SELECT $1 || '-' || n, $1, CASE WHEN n > ${last} THEN 'Trip/day 1' ELSE $2 END,
         CASE WHEN n > ${last} THEN 'shot ' || n ELSE 'picture ' || n || '.jpg' END,
         1000, 1000, CASE WHEN n > ${last} THEN 'application/zip' ELSE 'image/jpeg' END, 'complete'
       FROM generate_series(1, ${pictures + shots}) n`,
      [shareId, top],
    );
    await db.query('SET session_replication_role = origin'); // the share's own trigger counts for its owner
    await db.query('UPDATE "Share" SET "fileCount" = $2, "sizeBytes" = 1000 * $2::int WHERE id = $1', [
      shareId,
      pictures + shots,
    ]);
  });
  return { shareId, linkId };
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const file = (page: Page, name: string) => page.getByText(name, { exact: true });
const folder = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) });
const zipLinks = (page: Page) => page.getByRole('link', { name: /as ZIP/ });
const shown = (page: Page, name: string) => page.getByRole('dialog', { name: `Preview of ${name}` });
const toTheEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
/** Repeats scrolling, because the browser restores the old position at some time after a reload. */
const toTheTop = (page: Page, name: string) =>
  expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(file(page, name)).toBeInViewport({ timeout: 500 });
  }).toPass();

test('an owner opens folders, chooses and deletes in a share whose files are not all there', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await longShare(as);
  await openPage(page, paths.share(shareId));
  await expect(page.getByText('1,200 files').first()).toBeVisible();
  await expect(file(page, 'picture 1.jpg')).toBeVisible();
  await expect(file(page, `picture ${pictures}.jpg`)).toHaveCount(0);

  await box(page, 'picture 3.jpg').check();
  await folder(page, 'Trip').click();
  await folder(page, 'day 1').click();
  await box(page, 'shot 702').check();
  await expect(page.getByText('2 of 1,200 selected')).toBeVisible();
  await box(page, 'day 1').check();
  await expect(page.getByText('501 of 1,200 selected')).toBeVisible();
  await expect(zipLinks(page)).toHaveAttribute(
    'href',
    new RegExp(`zip\\?folder=Trip%2Fday\\+1&file=${shareId}-3$`),
  );
  await box(page, 'shot 701').uncheck();
  await expect(page.getByText('500 of 1,200 selected')).toBeVisible();
  await box(page, 'all files').check();
  await expect(page.getByRole('link', { name: 'Download all as ZIP' })).toHaveAttribute('href', /zip$/);
  await folder(page, 'Trip').click(); // so that the pictures below it are in reach
  await box(page, 'picture 3.jpg').uncheck();
  await expect(page.getByText('1,199 of 1,200 selected')).toBeVisible();
  await expect(zipLinks(page)).toHaveAttribute('href', new RegExp(`exceptFile=${shareId}-3$`));
  await box(page, 'all files').check();
  await box(page, 'all files').uncheck();
  await box(page, 'picture 90.jpg').check();
  await box(page, 'picture 110.jpg').click({ modifiers: ['Shift'] });
  await expect(page.getByText('21 of 1,200 selected')).toBeVisible();
  await box(page, 'all files').check();
  await box(page, 'all files').uncheck();
  await folder(page, 'Trip').click();
  await folder(page, 'day 1').click();
  await expect(box(page, 'shot 701')).not.toBeChecked();

  await toTheEnd(page);
  await expect(file(page, `picture ${pictures}.jpg`)).toBeInViewport();
  await page.getByRole('button', { name: `Delete picture ${pictures}.jpg` }).click();
  await page.getByRole('button', { name: 'Yes do it' }).click();
  await expect(file(page, `picture ${pictures}.jpg`)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '1,199 files' })).toHaveCount(1);
});

test('next and previous go over the edge of what has been read', async ({ signedIn: page, as }) => {
  const { shareId } = await longShare(as);
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'picture 100.jpg', exact: true }).click();
  await expect(shown(page, 'picture 100.jpg')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(shown(page, 'picture 101.jpg')).toContainText(`101/${pictures}`);
  await page.keyboard.press('ArrowLeft');
  await expect(shown(page, 'picture 100.jpg')).toBeVisible();
});

test('a link opens with the first file, in whatever folder that lies', async ({ page, as }) => {
  for (const top of ['', 'Summer/harbour']) {
    const { linkId } = await longShare(as, { top });
    await openPage(page, `${paths.open(linkId)}?view=3`);
    await expect(shown(page, 'picture 1.jpg')).toContainText(`1/${pictures}`);
  }
});

test('a visitor of a locked link spends one view for all pages, and a reload shows them at once', async ({
  page,
  as,
}) => {
  const { shareId, linkId } = await longShare(as, { password: 'x', maxViews: 1 });
  await openPage(page, paths.open(linkId));
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.keyboard.press('Enter');
  await expect(file(page, 'picture 1.jpg')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download all' })).toBeVisible();
  await toTheEnd(page);
  await expect(file(page, `picture ${pictures}.jpg`)).toBeInViewport();

  await page.reload({ waitUntil: 'commit' });
  await toTheTop(page, 'picture 1.jpg');
  await listening(page);
  await folder(page, 'Trip').click();
  await folder(page, 'day 1').click();
  await expect(file(page, 'shot 701')).toBeVisible();
  expect(await viewsOf(as, shareId)).toBe(1);
});

test('pictures are cards, page by page', async ({ page, as }) => {
  const { linkId } = await longShare(as);
  await openPage(page, `${paths.open(linkId)}?view=2`);
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('listitem').filter({ has: file(page, 'picture 2.jpg') })).toBeVisible();
  await toTheEnd(page);
  await expect(file(page, `picture ${pictures}.jpg`)).toBeVisible();
});

test('an album of very many photos opens as a grid, page by page, with boxes only after Select', async ({
  page,
  as,
}) => {
  const { linkId } = await longShare(as, { top: 'Wedding', isAlbum: true });
  const tile = (n: number) => page.getByRole('button', { name: `picture ${n}.jpg`, exact: true });
  await openPage(page, paths.open(linkId));
  await expect(tile(1)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const toTheLast = (last: Locator) =>
    expect(async () => {
      await toTheEnd(page);
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
  await toTheLast(tile(pictures + shots));
  await tile(pictures + shots).click();
  await expect(shown(page, `picture ${pictures + shots}.jpg`)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const box = page.getByRole('checkbox', { name: `picture ${pictures + shots}.jpg`, exact: true });
  await toTheLast(box);
  await box.check();
  await expect(page.getByText('1 of 1,200 selected')).toBeInViewport();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
});
