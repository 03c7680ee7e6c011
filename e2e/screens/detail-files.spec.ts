import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { begin, uploadHalf } from '@/testing/people/upload';
import { openPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder, refuseBundles } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { hold, holdScripts } from '../hold';
import { SlowWire } from '../slow-wire';

const { png, txt } = samples;

test('files are added on the share’s page and show in its list', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Add files' }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'harbour.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Moin'),
    });
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('button', { name: 'harbour.txt', exact: true })).toBeVisible();
});

test('files and the share are deleted after a question', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt, png], { name: null });
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await page.getByRole('button', { name: 'Yes do it' }).click();
  await expect(page.getByText('notes.txt')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Delete share' }).click();
  // Neither name nor heading: its file says which it is.
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(/^dot\.png/);
  await page.getByRole('button', { name: 'Yes do it' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`));
  await expect(as.call(share.get, { params: { id: shareId } })).rejects.toMatchObject({ status: 404 });
});

test('files wait in a list that can be cleared, and are paused and resumed on their way', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', { 'film.mp4': 20_000_000 });
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Add files' }).click();
  await drop(page, [folder.path]);
  const start = page.getByRole('button', { name: 'Upload 1 file' });
  await expect(start).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await expect(start).toHaveCount(0);
  await drop(page, [folder.path]);
  const wire = await SlowWire.of(page, 1_000_000);
  await start.click();
  const bar = page.getByRole('progressbar', { name: 'Upload progress' });
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(percent, { timeout: 60_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('list', { name: 'Files' }).getByText(/^Paused · \d+%$/)).toBeVisible();
  await wire.free();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('link', { name: 'Download film.mp4' })).toBeVisible({ timeout: 60_000 }); // all of it
  expect(await arrivedSums(as, running().url, shareId)).toEqual(folder.sums);
  folder.remove();
});

test('a file that arrived in part says how much, and its rest is sent', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await uploadHalf(as, shareId, { name: 'half.txt', content: 'Moin' });
  await openPage(page, paths.share(shareId));
  await expect(page.getByText('(50%). Try uploading again')).toBeVisible();
  const missing = page.getByText('The upload was interrupted. 1 file is still missing: half.txt.');
  await expect(missing).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload half.txt again' }).click();
  await (await chooser).setFiles({
    name: 'half.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('MoinMoin'),
  });
  await expect(page.getByText('(50%).')).toHaveCount(0);
  await expect(missing).toHaveCount(0);
  await expect
    .poll(async () => (await as.call(share.get, { params: { id: shareId } })).files[0]?.complete)
    .toBe(true);
});

test('an interrupted share says so everywhere, goes on in a click, and is published after a question', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [samples.txt], { isPublished: false, name: 'Half of it' });
  await uploadHalf(as, shareId, { name: 'half.txt', content: 'Moin' });
  for (const list of [paths.home, paths.shares, `${paths.shares}?state=incomplete`]) {
    await openPage(page, list);
    const row = page.getByRole(list === paths.home ? 'listitem' : 'row').filter({ hasText: 'Half of it' });
    await expect(row).toContainText(/Incomplete·?1 of 2 missing/);
  }
  await openPage(page, paths.share(shareId));
  await expect(page.getByRole('main')).toContainText('Incomplete·2 files · ');
  await expect(page.getByRole('main')).toContainText('1 of 2 missing');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('tab', { name: 'Add files', selected: true })).toBeVisible();

  await page.getByRole('button', { name: 'Get a link' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish without the missing files?' });
  await expect(question).toContainText(
    '1 file has not fully arrived. People who open the link won’t see it.',
  );
  await question.getByRole('button', { name: 'Not yet' }).click();
  await expect(question).toBeHidden();
  const { publishInfo } = await as.call(share.get, { params: { id: shareId } });
  expect(publishInfo).toBeNull();
  await page.getByRole('button', { name: 'Get a link' }).click();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByRole('region', { name: 'Public link' })).toBeVisible();
});

test('a large file that is sent again counts once, and together with what is added to it', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  const declared = 900_000_000;
  await begin(as, shareId, { name: 'film.mp4', declared, bytes: Buffer.alloc(4) });
  const folder = new LocalFolder('trip', {});
  const other = folder.addHollow('other.mp4', 800_000_000);
  const film = folder.addHollow('film.mp4', declared);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Add files' }).click();
  const warning = page.getByText('All uploads must not be greater than 1.50G.');
  await drop(page, [other]);
  await expect(warning).toContainText('These are 1.58G.');
  await expect(page.getByRole('button', { name: 'Upload 1 file' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove other.mp4' }).click();
  await expect(warning).toHaveCount(0);

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload film.mp4 again' }).click();
  await (await chooser).setFiles(film);
  const bar = page.getByRole('progressbar', { name: 'Upload progress' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(warning).toHaveCount(0);
  folder.remove();
});

test('after a failure the list is cleared at once, and only what will be sent is counted', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', { 'a.jpg': 3000, 'b.jpg': 3000 });
  const other = new LocalFolder('better', { 'c.jpg': 3000 });
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await refuseBundles(page);
  await page.route('**/files/tus', (route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'Not this one.' } }),
  );
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Add files' }).click();
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  const clear = page.getByRole('button', { name: 'Clear the list' });
  await expect(page.getByRole('button', { name: 'Try all again' })).toBeVisible();
  await expect(clear).toBeVisible();

  await page.unroute('**/files/tus');
  await drop(page, [other.path]);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByRole('button', { name: 'Delete c.jpg' })).toBeVisible();
  await clear.click();
  await expect(page.getByRole('button', { name: 'Remove a.jpg' })).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const { files } = await as.call(share.get, { params: { id: shareId } });
  expect(files.map(({ filename }) => filename)).toEqual(['c.jpg']);
  for (const used of [folder, other]) used.remove();
});

const cardsOf = (page: Page) => page.getByRole('region', { name: 'Files' }).getByRole('listitem');
const columns = (page: Page) =>
  cardsOf(page).evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size);

test('cards are in one to four columns, sorted by name', async ({ signedIn: page, as }) => {
  const names = ['d.txt', 'b.txt', 'A.txt', 'c10.txt', 'c9.txt'];
  const { shareId } = await sharedFiles(
    as,
    names.map((name) => ({ ...txt, name })),
  );
  await openPage(page, paths.share(shareId));
  const layout = page.getByRole('group', { name: 'File layout' });
  await layout.getByRole('radio', { name: 'Cards' }).click(); // check() would ask at once, while the page may just come alive
  const shown = async () => {
    const texts = await cardsOf(page)
      .getByRole('button', { name: /\.txt$/ })
      .allTextContents();
    return texts.filter((text) => text !== '');
  };
  await expect.poll(shown).toEqual(['A.txt', 'b.txt', 'c9.txt', 'c10.txt', 'd.txt']);
  const widths = [
    [390, 1],
    [700, 2],
    [800, 3],
    [1280, 4],
  ] as const;
  for (const [width, count] of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => columns(page)).toBe(count);
  }
});

test('a layout that is chosen before the page is alive counts', { tag: '@restless' }, async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt, png]);
  const letScriptsGo = await holdScripts(page);
  await page.goto(paths.share(shareId), { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Cards' }).check();
  letScriptsGo();
  await expect.poll(() => columns(page)).toBe(2);
});

test('while a share is being deleted the page waits', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  const answer = await hold(
    page,
    `**/api/v2/sec/share/${shareId}`,
    (request) => request.method() === 'DELETE',
  );
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Delete share' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this item permanently?' });
  const yes = question.getByRole('button', { name: 'Yes do it' });
  await yes.click();
  await expect(yes).toHaveAttribute('aria-busy', 'true');
  await expect(question).toBeVisible();
  answer();
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`));
});
