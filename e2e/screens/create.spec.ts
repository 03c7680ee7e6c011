import type { Page, Request } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { samples } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { arrivedSums, drop, type FolderPlan, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { hold } from '../hold';
import { SlowWire } from '../slow-wire';

const few: FolderPlan = {
  'plan.md': 900,
  'photos/1.jpg': 40_000,
  'photos/raw/1.raw': 2_000_000,
  'empty.txt': 0,
};
const many: FolderPlan = {
  'film.mp4': 20_000_000,
  ...Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`photos/${n}.jpg`, 1000 * n + 1])),
};

/** Bytes per second, slow enough to interrupt the upload of a film. */
const slow = 1_000_000;

const publish = (page: Page) => page.getByRole('button', { name: 'Get link' });
const ready = (page: Page) => page.getByRole('heading', { name: 'Your link is ready' });
const percentOf = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow'));

/** Repeats the drop, because the browser handles drops before hydration itself. */
async function openAndDrop(page: Page, folder: LocalFolder): Promise<void> {
  await openPage(page, '/app/share');
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
  await signedIn.getByRole('textbox', { name: 'Message' }).fill('# The trip\n\nAll of it.');
  await publish(signedIn).click();
  await expect(ready(signedIn)).toBeVisible();
  await expect(signedIn.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const ticket = signedIn.getByRole('region', { name: 'Public link' });
  await ticket.getByRole('button', { name: 'Show QR code' }).click();
  await expect(ticket.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(ticket).toContainText('0 of 30');
  const link = await ticket.getByRole('link', { name: 'Open' }).getAttribute('href');
  expect(link).toMatch(/\/app\/open\/[\w-]+$/);
  await expectWhole(as, folder);
  const detail = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(detail).toMatchObject({ descriptionRaw: '# The trip\n\nAll of it.', maxViews: 30, password: false });
  expect(detail.publishInfo?.enabled).toBe(true);
  folder.remove();
});

test('files go while the person still writes; the toggle pauses and resumes them, and the link has it all', async ({
  signedIn,
  as,
}) => {
  await openPage(signedIn, paths.newShare);
  const start = signedIn.getByRole('button', { name: 'Upload now' });
  await expect(start).toBeDisabled();
  const folder = new LocalFolder('trip', { 'film.mp4': 6_000_000, 'plan.md': 900 });
  await drop(signedIn, [folder.path]);
  await expect(signedIn.getByRole('textbox', { name: /^Name/ })).toHaveValue('trip');
  const isFilm = (request: Request) => request.method() === 'PATCH';
  const letGo = await hold(signedIn, '**/files/tus/**', isFilm);
  const begun = signedIn.waitForRequest(isFilm);
  await start.click();
  await begun;
  const list = await signedIn.context().newPage();
  await openPage(list, paths.shares);
  const row = list.getByRole('row', { name: /trip/ });
  await expect(row).toContainText('Incomplete');
  await signedIn.bringToFront();
  await signedIn.getByRole('button', { name: 'Pause' }).click();
  letGo();
  await signedIn.getByRole('textbox', { name: 'Message' }).fill('All of it.');
  await signedIn.getByRole('button', { name: 'Resume' }).click();
  await expect(start).toBeDisabled({ timeout: 60_000 });
  expect((await as.call(share.get, { params: { id: await newestShare(as) } })).publishInfo).toBeNull();
  await publish(signedIn).click();
  await expect(ready(signedIn)).toBeVisible();
  await expect(row).toContainText('Live');
  await expect(row).not.toContainText('Incomplete');
  await expectWhole(as, folder);
  const detail = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(detail).toMatchObject({ name: 'trip', descriptionRaw: 'All of it.' });
  folder.remove();
});

test('while the link is made the page says so, and nothing moves when it comes', async ({
  signedIn: page,
}) => {
  const letGo = await hold(page, /\/publish$/, (request) => !request.postDataJSON()?.waits);
  const folder = new LocalFolder('trip', { 'plan.md': 900 });
  await openAndDrop(page, folder);
  await publish(page).click();
  await expect(page.getByRole('heading', { name: 'Getting the link…' })).toBeVisible();
  await expect(page.getByText('Nobody can see it yet')).toHaveCount(0);
  const leave = page.getByRole('link', { name: 'Go to share' });
  const before = await leave.boundingBox();
  letGo();
  await expect(ready(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Public link' })).toBeVisible();
  expect((await leave.boundingBox())?.y).toBe(before?.y);
  folder.remove();
});

test('a share is private until it is published', async ({ signedIn, as }) => {
  await openPage(signedIn, '/app/share');
  await signedIn.getByRole('textbox', { name: 'Message' }).fill('For later.');
  await signedIn.getByRole('button', { name: 'More', exact: true }).click();
  await signedIn.getByRole('menuitem', { name: 'Save as draft' }).click();
  await expect(signedIn.getByText('Nobody can see it yet')).toBeVisible();
  const { publishInfo } = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(publishInfo).toBeNull();
  await signedIn.getByRole('button', { name: 'Publish and get link' }).click();
  await expect(signedIn.getByRole('region', { name: 'Public link' })).toBeVisible();
});

test('nothing at all is refused in a sentence, and what was typed survives a reload', async ({
  signedIn,
}) => {
  await openPage(signedIn, '/app/share');
  await signedIn.getByRole('button', { name: 'Get link' }).click();
  await expect(signedIn.getByText('Either some files or a description must be provided.')).toBeVisible();
  await signedIn.getByRole('textbox', { name: 'Message' }).fill('Do not lose me');
  await reloadPage(signedIn);
  await expect(signedIn.getByRole('textbox', { name: 'Message' })).toHaveValue('Do not lose me');
});

test('fifty files with a film among them go on after pause, lost network and reload', async ({
  signedIn,
  as,
}) => {
  const folder = new LocalFolder('trip', many);
  signedIn.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(signedIn, folder);
  const wire = await SlowWire.of(signedIn, slow);
  await signedIn.getByRole('textbox', { name: /^Name/ }).fill('Trip');
  await publish(signedIn).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(5);

  await signedIn.getByRole('button', { name: 'Pause' }).click();
  const heldAt = await percentOf(signedIn);
  await expect(signedIn).toHaveTitle(/% paused/);
  await signedIn.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(heldAt);

  await wire.cut();
  await expect(signedIn.getByText('No connection. Resumes automatically.')).toBeVisible();
  const lostAt = await percentOf(signedIn);
  await wire.slow(slow);
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(lostAt);

  await reloadPage(signedIn);
  await wire.free();
  await expect(signedIn.getByRole('region', { name: 'An upload was interrupted' })).toContainText('“Trip”');
  await signedIn.getByRole('button', { name: 'Continue' }).click();
  await expect(
    ready(signedIn)
      .or(signedIn.getByText('Drop or choose the same files again'))
      .or(signedIn.getByRole('progressbar')),
  ).toBeVisible();
  if (await signedIn.getByText('Drop or choose the same files again').isVisible())
    await drop(signedIn, [folder.path]);
  await expect(ready(signedIn)).toBeVisible({ timeout: 60_000 });
  await expectWhole(as, folder);
  folder.remove();
});

test('an interrupted upload can be thrown away with all that was sent', async ({ signedIn, as }) => {
  const folder = new LocalFolder('trip', { 'film.mp4': 20_000_000 });
  signedIn.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(signedIn, folder);
  await SlowWire.of(signedIn, slow);
  await publish(signedIn).click();
  await expect.poll(() => percentOf(signedIn), { timeout: 60_000 }).toBeGreaterThan(2);
  await signedIn.getByRole('button', { name: 'Pause' }).click();
  await reloadPage(signedIn);
  await signedIn.getByRole('button', { name: 'Discard' }).click();
  await signedIn.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(signedIn.getByRole('region', { name: 'An upload was interrupted' })).toBeHidden();
  await expect.poll(() => newestShare(as)).toBe('');
  folder.remove();
});

test('the form shows its limits and has every field', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('trip', few);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openPage(page, paths.newShare);
  await expect(page.getByRole('heading', { level: 1, name: 'Share files' })).toBeVisible();
  await expect(page.getByText('Uploads are possible up to 1.50G.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([`${folder.path}/plan.md`, `${folder.path}/empty.txt`]);
  await expect(page.getByText('2 files').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear files' }).click();
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const { name: photo, type: mimeType, bytes: buffer } = samples.png;
  await (await again).setFiles({ name: photo, mimeType, buffer });
  await expect(page.getByRole('listitem').filter({ hasText: photo }).locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Clear files' }).click();

  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveAttribute('placeholder', /^e\.g\./);
  await page.getByRole('combobox', { name: 'Link expires in' }).selectOption('4 days');
  const views = page.getByRole('textbox', { name: 'Number of views' });
  await expect(views).toHaveValue('30');
  const sentence = async () => page.locator(`[id="${await views.getAttribute('aria-describedby')}"]`);
  for (const [typed, flaw] of [
    ['abc', '‘abc’ is not a valid number!'],
    ['0', 'Number must be >= 1'],
    ['1.5', '‘1.5’ is not a valid number!'],
  ] as const) {
    await views.fill(typed);
    await expect(views).toHaveAttribute('aria-invalid', 'true');
    await expect(await sentence()).toHaveText(flaw);
  }
  await views.fill('');
  await page.getByRole('textbox', { name: 'Message' }).fill('Plans');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByText('‘’ is not a valid number!')).toBeVisible();
  await expect(views).toBeFocused();
  await views.fill('2147483648');
  await expect(page.getByText('Number must be <= 2,147,483,647')).toBeVisible();
  await views.fill('7');
  await page.getByRole('button', { name: 'No password' }).click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill('low tide');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(ready(page)).toBeVisible();
  const detail = await as.call(share.get, { params: { id: await newestShare(as) } });
  expect(detail).toMatchObject({ validity: 4 * 24 * 3_600_000, maxViews: 7, password: true, name: null });
  folder.remove();
});

test('a note is written, read, or both side by side, with help for its signs', async ({ signedIn: page }) => {
  await openPage(page, paths.newShare);
  const note = page.getByRole('textbox', { name: 'Message' });
  await note.fill('**Bold** words');
  const help = page.getByRole('link', { name: 'Markdown help' });
  await expect(help).toHaveAttribute('href', paths.markdownHelp);
  await expect(help).toHaveAttribute('target', '_blank');
  await expect(help).toHaveAttribute('rel', 'noopener noreferrer');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toHaveCount(0);
  await page.getByRole('radio', { name: 'Both' }).check();
  await expect(preview.locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(note).toBeVisible();
  await page.getByRole('radio', { name: 'Preview' }).check();
  await expect(note).toHaveCount(0);
  await page.getByRole('radio', { name: 'Write' }).check();
  await expect(note).toHaveValue('**Bold** words');
});

test('the result leads to the share and to the next one', async ({ signedIn: page, as }) => {
  await openPage(page, paths.newShare);
  for (const words of ['First', 'Second']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.getByRole('button', { name: 'Get link' }).click();
    await expect(ready(page)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
    if (words === 'First') await page.getByRole('button', { name: 'Send more files' }).click();
  }
  expect((await as.call(share.search, { query: {} })).total.shares).toBe(2);
  await page.getByRole('link', { name: 'Go to share' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.share(await newestShare(as))}$`));
});
