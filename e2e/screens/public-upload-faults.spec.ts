import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { defaultAlias, newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder, refuseBundles } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { arrived, few, noticesFrom, openAndDrop, percentOf, received, send, slow, withFilm } from '../sender';
import { SlowWire } from '../slow-wire';

test('a sender goes on after pause, lost network and reload, and tells the recipient once', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', withFilm);
  page.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(page, aliasId, folder);
  const wire = await SlowWire.of(page, slow);
  await page.getByRole('textbox', { name: 'Message' }).fill('# The trip');
  await send(page).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'Pause' }).click();
  const heldAt = await percentOf(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(heldAt);

  await wire.cut();
  await expect(page.getByText('No connection. Resumes automatically.')).toBeVisible();
  const lostAt = await percentOf(page);
  await wire.slow(slow);
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(lostAt);

  await reloadPage(page);
  await wire.free();
  await expect(page.getByRole('region', { name: 'An upload was interrupted' })).toContainText('“The trip”');
  await page.getByRole('button', { name: 'Continue' }).click();
  const asked = page.getByText('Drop or choose the same files again');
  await expect(asked.or(arrived(page)).or(page.getByRole('progressbar'))).toBeVisible();
  if (await asked.isVisible()) await drop(page, [folder.path]);
  await expect(arrived(page)).toBeVisible({ timeout: 60_000 });
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
  const [aliasId, other] = [await newAlias(as), await newAlias(as)];
  const folder = new LocalFolder('trip', withFilm);
  page.on('dialog', (dialog) => dialog.accept());
  await openAndDrop(page, aliasId, folder);
  await SlowWire.of(page, slow);
  await send(page).click();
  await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const offer = page.getByRole('region', { name: 'An upload was interrupted' });
  await openPage(page, paths.inbox(other));
  await expect(offer).toBeHidden();
  await openPage(page, paths.inbox(aliasId));
  await offer.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(offer).toBeHidden();
  const [shareId = ''] = await received(as);
  const names = async () =>
    (await as.call(share.get, { params: { id: shareId } })).files.map(({ filename }) => filename);
  await expect.poll(names).not.toContain('film.mp4');
  folder.remove();
});

test('a file that fails is named and tried again; the others have arrived meanwhile', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', few);
  const failing = `filename ${Buffer.from('1.raw').toString('base64')}`;
  await refuseBundles(page);
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
  const more = new LocalFolder('more', { 'late.txt': 100 });
  await drop(page, [more.path]); // goes at once
  await expect(page.getByText('4 of 5 files')).toBeVisible();
  await page.unroute('**/files/tus');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(arrived(page)).toBeVisible();
  const [shareId = ''] = await received(as);
  const sums = new Map([...folder.sums, ...more.sums]);
  expect(await arrivedSums(as, running().url, shareId)).toEqual(sums);
  expect(told).toEqual([shareId]);
  for (const used of [folder, more]) used.remove();
});

test('a sender who takes the only file out again is back at the form, and nobody is told', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', {});
  folder.addHollow('film.mp4', 1_000_000_000);
  await openAndDrop(page, aliasId, folder);
  await send(page).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Remove film.mp4' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(arrived(page)).toHaveCount(0);

  const other = new LocalFolder('trip', few);
  await drop(page, [other.path]);
  await page.getByRole('button', { name: 'Send 4 files' }).click();
  await expect(arrived(page)).toBeVisible();
  const [shareId = '', ...others] = await received(as);
  expect(others).toEqual([]);
  expect(told).toEqual([shareId]);
  await expect.poll(() => arrivedSums(as, running().url, shareId)).toEqual(other.sums);
  for (const used of [folder, other]) used.remove();
});

test('a recipient who can’t be told is no failure of the sender', async ({ page, as }) => {
  const folder = new LocalFolder('trip', few);
  await page.route('**/api/v2/alias/mail/notify/*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await openAndDrop(page, await newAlias(as), folder);
  await send(page).click();
  await expect(arrived(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  folder.remove();
});

test('switching the alias off counts at once, for who comes and for who is there', async ({ page, as }) => {
  const aliasId = await newAlias(as);
  const set = (enabled: boolean) =>
    as.call(alias.modify, { params: { id: aliasId }, body: { ...defaultAlias, enabled } });
  await openPage(page, paths.inbox(aliasId));
  await page.getByRole('textbox', { name: 'Message' }).fill('Too late?');
  await set(false);
  await send(page).click();
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  expect(await received(as)).toEqual([]);

  await openPage(page, paths.inbox(aliasId));
  await expect(page.getByRole('heading', { level: 1, name: 'This inbox is switched off' })).toBeVisible();
  for (const closed of ['never-was', 'not%20an%20id']) {
    await openPage(page, `/app/share/${closed}`);
    await expect(page).toHaveURL(/\/app\/info\/1$/);
    await expect(page.getByRole('heading', { name: 'Expired' })).toBeVisible();
  }
  await set(true);
  await openPage(page, paths.inbox(aliasId));
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Too late?');
});
