import type { Page, Route } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import { type Api, api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import {
  arrivedSums,
  drop,
  type FolderPlan,
  LocalFolder,
  refuseBundles,
} from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { percentOf } from '../sender';
import { SlowWire } from '../slow-wire';

/** Ten thousand files take minutes. */
const many = isLong ? 10_000 : 2_000;

const publish = (page: Page) => page.getByRole('button', { name: 'Get link' });
const ready = (page: Page) => page.getByRole('heading', { name: 'Your link is ready' });
const list = (page: Page) => page.getByRole('list', { name: 'Files' });

async function openAndDrop(page: Page, folder: LocalFolder): Promise<void> {
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await expect(list(page)).toBeVisible({ timeout: 60_000 });
}

async function newestShare(as: Api): Promise<string> {
  const { items } = await as.call(share.search, { query: {} });
  return items[0]?.id ?? '';
}

async function refuse(page: Page, name: string): Promise<void> {
  const failing = `filename ${Buffer.from(name).toString('base64')}`;
  await refuseBundles(page);
  await page.route('**/files/tus', (route) =>
    route.request().headers()['upload-metadata']?.includes(failing)
      ? route.fulfill({ status: 422, json: { success: false, message: 'Not this one.' } })
      : route.continue(),
  );
}

const numbered = (count: number, sizeBytes: number): FolderPlan =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.jpg`, sizeBytes]));

test('one failing file among ten is named and can be sent again, and only then the link appears', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', numbered(10, 30_000));
  await refuse(page, '4.jpg');
  await openAndDrop(page, folder);
  await publish(page).click();
  await expect(page.getByText('1 file has not arrived.')).toBeVisible();
  await expect(list(page).getByText('Not this one.')).toBeVisible();
  await expect(list(page).getByText('Failed')).toHaveCount(1);
  await expect(page.getByText('9 of 10 files')).toBeVisible();
  const id = await newestShare(as);
  await expect(page.getByRole('link', { name: 'Go to share' })).toHaveAttribute('href', paths.share(id));
  await expect(page.getByRole('main').getByRole('button', { name: 'Send more files' })).toBeVisible();
  const before = await as.call(share.get, { params: { id } });
  expect([before.files.length, before.publishInfo]).toEqual([9, null]);

  await page.unroute('**/files/tus');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(ready(page)).toBeVisible();
  expect(await arrivedSums(as, running().url, id)).toEqual(folder.sums);
  folder.remove();
});

test('where all fail for one reason, that is said with what can be done', async ({ signedIn: page }) => {
  const folder = new LocalFolder('trip', { 'a.jpg': 30_000 });
  await refuse(page, 'a.jpg');
  await openAndDrop(page, folder);
  await publish(page).click();
  const trouble = page.getByRole('alert').filter({ hasText: 'Some files failed: 1 file has not arrived.' });
  await expect(trouble).toContainText('Not this one.');
  await expect(trouble).toContainText('Later, go to the share and upload the same file again.');
  folder.remove();
});

test('a login page in front of the server is named with the way through it, and then the upload goes on', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', { 'film.mp4': 20_000_000 });
  const wire = await SlowWire.of(page, 2_000_000);
  await openAndDrop(page, folder);
  await publish(page).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(10);
  const signIn = { status: 302, headers: { location: 'https://sign-in.example/?from=here' } };
  await page.route('**/api/v2/**', (route) => route.fulfill(signIn));
  await wire.cut();
  await wire.free();
  await expect(
    page.getByText('A login page in front of this server needs you to sign in first.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in in a new tab' })).toHaveAttribute(
    'href',
    paths.newShare,
  );
  await page.unroute('**/api/v2/**');
  await expect(ready(page)).toBeVisible({ timeout: 60_000 });
  expect(await arrivedSums(as, running().url, await newestShare(as))).toEqual(folder.sums);
  folder.remove();
});

test('a replacement of a failed file is sent at once, and the link is there without it', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', { 'good.jpg': 30_000, 'broken.jpg': 30_000 });
  const other = new LocalFolder('better', { 'mended.jpg': 30_000 });
  await refuse(page, 'broken.jpg');
  await openAndDrop(page, folder);
  await publish(page).click();
  const again = page.getByRole('main').getByRole('button', { name: 'Send more files' });
  await expect(again).toBeVisible();

  await drop(page, [other.path]);
  await expect(page.getByText('2 of 3 files')).toBeVisible();
  await expect(again).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to share' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.jpg' }).click();
  await expect(ready(page)).toBeVisible();
  const sums = await arrivedSums(as, running().url, await newestShare(as));
  expect([...sums.keys()].toSorted()).toEqual(['better/mended.jpg', 'trip/good.jpg']);
  for (const used of [folder, other]) used.remove();
});

test('removing the only file leads back to the form, and no share is left', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', {});
  folder.addHollow('film.mp4', 1_000_000_000);
  await openPage(page, paths.newShare);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Trip');
  for (const isPaused of [false, true]) {
    await drop(page, [folder.path]);
    await expect(page.getByRole('button', { name: 'Remove film.mp4' })).toBeVisible();
    await publish(page).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(() => newestShare(as)).not.toBe('');
    if (isPaused) await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Remove film.mp4' }).click();
    await expect(page.getByRole('button', { name: 'Get link' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Trip');
    await expect.poll(() => newestShare(as)).toBe('');
  }
  folder.remove();
});

test('a pause while the page asks what became of a file does not send it twice', async ({
  signedIn: page,
  as,
}) => {
  const folder = new LocalFolder('trip', { 'film.mp4': 3_000_000 });
  let creations = 0;
  await page.route('**/files/tus', (route) => (++creations === 1 ? route.abort() : route.continue()));
  const asked: Route[] = [];
  await page.route('**/api/v2/sec/share/*', (route) => void asked.push(route));
  await openAndDrop(page, folder);
  await publish(page).click();
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => asked.length).toBe(2);

  await page.unroute('**/api/v2/sec/share/*');
  for (const route of asked) await route.continue();
  await expect(ready(page)).toBeVisible();
  expect(creations).toBe(2);
  expect(await arrivedSums(as, running().url, await newestShare(as))).toEqual(folder.sums);
  folder.remove();
});

test('files too large together are refused before a byte is sent', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('trip', { 'small.txt': 10 });
  for (const name of ['one.iso', 'two.iso']) folder.addHollow(name, 900_000_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await openAndDrop(page, folder);
  const warning = page.getByText('All uploads must not be greater than 1.50G. These are 1.68G.');
  await expect(warning.first()).toBeVisible();
  await publish(page).click();
  await expect(warning.first()).toBeVisible();
  expect(asked.filter((call) => call.includes('/sec/upload'))).toEqual([]);
  expect(await newestShare(as)).toBe('');

  await page.getByRole('button', { name: 'Remove two.iso' }).click();
  await expect(warning).toHaveCount(0);
  folder.remove();
});

test('files that hover over the page are welcomed', async ({ signedIn: page }) => {
  const folder = new LocalFolder('trip', { 'small.txt': 10 });
  await openPage(page, paths.newShare);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder.path], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  const welcome = page.getByText('Drop to add them');
  await drag('dragEnter');
  await drag('dragOver');
  await expect(welcome).toBeVisible();
  await drag('drop');
  await expect(welcome).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove small.txt' })).toBeVisible();
  folder.remove();
});

test('thousands of files make a list that stays short to draw, goes out in its order and can be held', async ({
  signedIn: page,
  as,
  account,
}) => {
  if (isLong) test.setTimeout(2_400_000);
  const folder = new LocalFolder('many', numbered(many, 20));
  await openAndDrop(page, folder);
  await expect(
    page.getByText(isLong ? '10,000 files · 195 KB' : '2,000 files · 39.1 KB').first(),
  ).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^many/ }).click(); // crowded folders begin closed
  await expect(page.getByRole('button', { name: 'Remove 0.jpg' })).toBeVisible();
  const drawn = () => list(page).getByRole('listitem').count();
  expect(await drawn()).toBeLessThan(100);
  await list(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByRole('button', { name: `Remove ${many - 1}.jpg` })).toBeVisible();
  expect(await drawn()).toBeLessThan(100);

  await publish(page).click();
  const arrived = async () => {
    const id = await newestShare(as);
    return id === '' ? [] : (await as.call(share.get, { params: { id } })).files;
  };
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveTitle(/% paused/);
  expect(await drawn()).toBeLessThan(100);
  const names = (await arrived()).map(({ filename }) => Number.parseInt(filename, 10));
  expect(Math.max(...names)).toBeLessThan(names.length + 5); // five at a time
  if (isLong) {
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(ready(page)).toBeVisible({ timeout: 1_200_000 });
    const now = await api(account); // the session of the calls has ended meanwhile; the page's is kept alive
    expect(await arrivedSums(now, running().url, await newestShare(now))).toEqual(folder.sums);
  }
  folder.remove();
});
