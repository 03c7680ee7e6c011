import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { type Api, api, newAccount } from '../account';
import { expect, test } from '../fixtures';
import { arrivedSums, drop, LocalFolder, type Plan } from '../local-folder';
import { running } from '../running';

const few: Plan = { 'plan.md': 900, 'photos/1.jpg': 40_000, 'photos/raw/1.raw': 2_000_000, 'empty.txt': 0 };
const withFilm: Plan = { ...few, 'film.mp4': 250_000_000 };

const inbox = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] as string[] };
const make = async (as: Api, members: string[] = []) =>
  (await as.call(alias.create, { body: { ...inbox, members } })).id;

const arrived = (page: Page) => page.getByRole('heading', { name: 'Everything has arrived' });
const send = (page: Page) => page.getByRole('button', { name: /^Send/ });
const percentOf = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow'));

/** A drop before the page's script runs is the browser's own business, so the first ones may be lost. */
async function openAndDrop(page: Page, aliasId: string, folder: LocalFolder): Promise<void> {
  await page.goto(paths.inbox(aliasId), { waitUntil: 'networkidle' });
  await drop(page, [folder.path]);
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
}

async function received(as: Api): Promise<string[]> {
  const { items } = await as.call(share.search, { query: {} });
  return items.map(({ id }) => id);
}

/** The shares that the people behind the alias were told of. */
function noticesFrom(page: Page, aliasId: string): string[] {
  const told: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/v2\/alias\/mail\/notify\/([^/]+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (!id) return;
    expect(request.headers()[headerNames.alias.toLowerCase()]).toBe(aliasId);
    told.push(id);
  });
  return told;
}

test('a sender without an account brings a folder and a note; owner and member get them as they were', async ({
  page,
  as,
}) => {
  const member = await newAccount();
  const aliasId = await make(as, [member.id]);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', few);
  await openAndDrop(page, aliasId, folder);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('# The trip\n\nAll of it.');
  await page.getByRole('button', { name: 'Send 4 files' }).click();
  await expect(arrived(page)).toBeFocused();

  const [shareId = '', ...others] = await received(as);
  expect(others).toEqual([]);
  expect(told).toEqual([shareId]);
  for (const reader of [as, await api(member)]) {
    expect(await arrivedSums(reader, running().url, shareId)).toEqual(folder.sums);
  }
  expect(await as.call(share.get, { params: { id: shareId } })).toMatchObject({
    aliasId,
    validity: inbox.validity,
    descriptionRaw: '# The trip\n\nAll of it.',
    publishInfo: null,
  });
  await page.getByRole('button', { name: 'New upload' }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
  folder.remove();
});

test('nothing of the owner stands on the page, and nothing but uploading is asked of the server', async ({
  page,
  as,
  account,
}) => {
  const aliasId = await make(as);
  const response = await page.goto(paths.inbox(aliasId), { waitUntil: 'networkidle' });
  expect(await response?.text()).not.toContain(account.login);
  expect(await response?.text()).not.toContain(account.id);
});

test('a sender goes on after pause, lost network and reload, and tells the recipient once', async ({
  page,
  as,
}) => {
  test.setTimeout(240_000);
  const aliasId = await make(as);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', withFilm);
  page.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(page, aliasId, folder);
  await page.getByRole('textbox', { name: 'Note' }).fill('# The trip');
  await send(page).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'Pause' }).click();
  const heldAt = await percentOf(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(heldAt);

  await page.context().setOffline(true);
  await expect(page.getByText('No connection. It goes on by itself.')).toBeVisible();
  await page.context().setOffline(false);
  const lostAt = await percentOf(page);
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(lostAt);

  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('region', { name: 'An upload was interrupted' })).toContainText('“The trip”');
  await page.getByRole('button', { name: 'Continue' }).click();
  const asked = page.getByText('Drop or choose the same files again');
  await expect(asked.or(arrived(page)).or(page.getByRole('progressbar'))).toBeVisible();
  if (await asked.isVisible()) await drop(page, [folder.path]);
  await expect(arrived(page)).toBeVisible({ timeout: 120_000 });
  const [shareId = '', ...others] = await received(as);
  expect(others).toEqual([]);
  expect(await arrivedSums(as, running().url, shareId)).toEqual(folder.sums);
  expect(told).toEqual([shareId]);
  folder.remove();
});

test('an interrupted upload can be given up, and the offer is made to no other alias', async ({
  page,
  as,
}) => {
  const [aliasId, other] = [await make(as), await make(as)];
  const folder = new LocalFolder('trip', withFilm);
  page.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(page, aliasId, folder);
  await send(page).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const offer = page.getByRole('region', { name: 'An upload was interrupted' });
  await page.goto(paths.inbox(other), { waitUntil: 'networkidle' });
  await expect(offer).toBeHidden();
  await page.goto(paths.inbox(aliasId), { waitUntil: 'networkidle' });
  await offer.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Yes, give it up' }).click();
  await expect(offer).toBeHidden();
  const [shareId = ''] = await received(as);
  const names = async () =>
    (await as.call(share.get, { params: { id: shareId } })).files.map(({ filename }) => filename);
  await expect.poll(names).not.toContain('film.mp4');
  folder.remove();
});

test('a note alone is enough, and nothing at all is refused in a sentence', async ({ page, as }) => {
  const aliasId = await make(as);
  const told = noticesFrom(page, aliasId);
  await page.goto(paths.inbox(aliasId), { waitUntil: 'networkidle' });
  await send(page).click();
  await expect(page.getByText('Either some files or a description must be provided.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Nothing to add.');
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Nothing to add.');
  await send(page).click();
  await expect(arrived(page)).toBeFocused();
  const [id = ''] = await received(as);
  expect(await as.call(share.get, { params: { id } })).toMatchObject({ descriptionRaw: 'Nothing to add.' });
  expect(told).toEqual([]);
});

test('a sender sees the limit, and clears what was chosen', async ({ page, as }) => {
  const folder = new LocalFolder('trip', few);
  await page.goto(paths.inbox(await make(as)), { waitUntil: 'networkidle' });
  await expect(page.getByText('Up to 1.50G in all')).toBeVisible();
  await drop(page, [folder.path]);
  await expect(page.getByRole('button', { name: 'Send 4 files' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
  await expect(page.getByText('Up to 1.50G in all')).toBeVisible();
  folder.remove();
});

test('a file that fails is named and tried again; the others have arrived meanwhile', async ({
  page,
  as,
}) => {
  const aliasId = await make(as);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', few);
  const failing = `filename ${Buffer.from('1.raw').toString('base64')}`;
  await page.route('**/files/tus', (route) =>
    route.request().headers()['upload-metadata']?.includes(failing)
      ? route.fulfill({
          status: 403,
          json: { success: false, message: 'Not today.', code: 'alias.notUsable' },
        })
      : route.continue(),
  );
  await openAndDrop(page, aliasId, folder);
  await send(page).click();
  await expect(page.getByText('1 file has not arrived.')).toBeVisible();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New upload' })).toBeVisible();
  await page.unroute('**/files/tus');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(arrived(page)).toBeVisible();
  const [shareId = ''] = await received(as);
  expect(await arrivedSums(as, running().url, shareId)).toEqual(folder.sums);
  expect(told).toEqual([shareId]);
  folder.remove();
});

test('a recipient who can’t be told is no failure of the sender', async ({ page, as }) => {
  const folder = new LocalFolder('trip', few);
  await page.route('**/api/v2/alias/mail/notify/*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await openAndDrop(page, await make(as), folder);
  await send(page).click();
  await expect(arrived(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  folder.remove();
});

test('switching the alias off counts at once, for who comes and for who is there', async ({ page, as }) => {
  const aliasId = await make(as);
  const set = (enabled: boolean) =>
    as.call(alias.modify, { params: { id: aliasId }, body: { ...inbox, enabled } });
  await page.goto(paths.inbox(aliasId), { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Note' }).fill('Too late?');
  await set(false);
  await send(page).click();
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  expect(await received(as)).toEqual([]);

  for (const closed of [aliasId, 'never-was', 'not%20an%20id']) {
    await page.goto(`/app/share/${closed}`);
    await expect(page).toHaveURL(/\/app\/info\/1$/);
    await expect(page.getByRole('heading', { name: 'Expired' })).toBeVisible();
  }
  await set(true);
  await page.goto(paths.inbox(aliasId));
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Too late?');
});

test('somebody who is signed in may bring files too, and they are the recipient’s', async ({ page, as }) => {
  const guest = await api(await newAccount());
  const aliasId = await make(as);
  const folder = new LocalFolder('trip', few);
  await page.context().addCookies([{ name: 'sharry_auth', value: guest.token, url: running().url }]);
  await openAndDrop(page, aliasId, folder);
  await send(page).click();
  await expect(arrived(page)).toBeVisible();
  expect(await received(guest)).toEqual([]);
  expect(await received(as)).toHaveLength(1);
  folder.remove();
});

test('the keyboard alone chooses a file, writes a note and sends', async ({ page, as }) => {
  const folder = new LocalFolder('trip', { 'plan.md': 900 });
  // Without the pickers of newer browsers the input is asked, which a test can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await page.goto(paths.inbox(await make(as)), { waitUntil: 'networkidle' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(`${folder.path}/plan.md`);
  await expect(page.getByRole('button', { name: 'Remove plan.md' })).toBeVisible();
  for (const name of ['Choose a folder', 'Remove plan.md']) {
    await page.keyboard.press('Tab');
    const list = page.getByRole('list', { name: 'Files' });
    if (await list.evaluate((box) => box === document.activeElement)) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('By hand');
  while (!(await send(page).evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(arrived(page)).toBeFocused();
  folder.remove();
});
