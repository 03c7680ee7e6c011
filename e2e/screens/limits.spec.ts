import { activity } from '@/lib/contract/activity';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const { pdf, png, txt } = samples;
const dayMs = 24 * 3_600_000;
const serial = () => Date.now().toString(36);

test('a link is made with words, a last day, any number of views and a number of downloads', async ({
  signedIn: page,
  as,
}) => {
  const words = `autumn-report-${serial()}`;
  await openPage(page, paths.newShare);
  await page.getByRole('textbox', { name: 'Message' }).fill('Autumn');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: 'Any number of views' }).check();
  await expect(page.getByRole('button', { name: 'any number of views' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Maximum downloads' }).fill('3');
  await page.getByRole('textbox', { name: 'Custom link ending' }).fill(words.toUpperCase());
  await page.getByRole('combobox', { name: 'Link expires in' }).selectOption('A date…');
  const day = page.getByLabel('Last day');
  await day.fill('2020-01-01');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByText('Choose a day from today until')).toBeVisible();
  const last = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
  await day.fill(last);
  await page.getByRole('button', { name: 'Get link' }).click();
  const ticket = page.getByRole('region', { name: 'Public link' });
  await expect(ticket.getByText(words)).toBeVisible();
  await expect(ticket).toContainText('0, no limit');
  await expect(ticket).toContainText('0 of 3');
  const { items } = await as.call(share.search, { query: {} });
  expect(items[0]).toMatchObject({
    maxViews: 2_147_483_647,
    viewsLimited: false,
    maxDownloads: 3,
    linkId: words,
    endsAt: Date.parse(`${last}T23:59:00Z`),
  });
  expect((await raw('GET', `/api/v2/open/share/${words.toUpperCase()}`)).status).toBe(200);
});

test('short words ask for a password, and taken ones for others', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  const words = `taken-words-${serial()}`;
  await as.call(share.setLink, { params: { id: shareId }, body: { value: words } });
  await openPage(page, paths.newShare);
  await page.getByRole('textbox', { name: 'Message' }).fill('Autumn');
  await page.getByRole('button', { name: 'More options' }).click();
  const field = page.getByRole('textbox', { name: 'Custom link ending' });
  await field.fill('аutumn');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByText('Use 3 to 80 letters')).toBeVisible();
  await field.fill('short');
  await field.blur();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'No password', exact: true }).last().click();
  await field.fill(words);
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByText('This link ending is taken.')).toBeVisible();
});

test('limits and words of a link are changed in place', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const words = `w-${serial()}`.slice(0, 11);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  const edit = (field: string) => page.getByRole('button', { name: `Edit ${field}` }).click();
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await edit('Link ending');
  await page.getByRole('textbox', { name: 'Link ending' }).fill(words);
  await save();
  await expect(page.getByText('are easy to guess')).toBeVisible();
  await page.getByRole('button', { name: 'Save without password' }).click();
  await expect(page.getByRole('region', { name: 'Public link' }).getByText(words)).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${linkId}`)).status).toBe(404);
  await edit('Maximum views');
  await page.getByRole('checkbox', { name: 'Any number of views' }).check();
  await save();
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText('no limit');
  await edit('Maximum downloads');
  await page.getByRole('textbox', { name: 'Maximum downloads' }).fill('1');
  await save();
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText('0 of 1');
  await edit('Validity');
  await page.getByRole('combobox', { name: 'Validity' }).selectOption('A date…');
  await page.getByLabel('Last day').fill('2020-01-01');
  await save();
  await expect(page.getByText('must be in the future')).toBeVisible();
});

test('exactly as many downloads begin as are left; then the link says so, and its owner adds some', async ({
  signedIn: page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  await as.call(share.setMaxDownloads, { params: { id: shareId }, body: { value: 1 } });
  const { files } = await as.call(share.get, { params: { id: shareId } });
  const file = `/api/v2/open/share/${linkId}/file/${files[0]?.id}`;
  const zip = `/api/v2/open/share/${linkId}/zip`;
  const answers = await Promise.all([raw('GET', file), raw('GET', zip)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  await expect
    .poll(async () => (await as.call(activity.ofShare, { params: { id: shareId }, query: {} })).downloads)
    .toBe(1);
  await openPage(page, paths.open(linkId));
  await expect(page.getByText('This link has been used up')).toBeVisible();
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: '+ 10 downloads' }).click();
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText('1 of 11');
  expect((await raw('GET', file)).status).toBe(200);
});

test('a link with so many downloads shows pictures and texts without one, other files not, and says so', async ({
  page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt, pdf], { maxDownloads: 1 });
  const downloads = async () =>
    (await as.call(activity.ofShare, { params: { id: shareId }, query: {} })).downloads;
  await openPage(page, paths.open(linkId));
  for (const [{ name }, says] of [
    [png, 'Looking at this picture uses none'],
    [txt, txt.bytes.toString()],
    [pdf, 'Opening the file would use one.'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog', { name })).toContainText(says);
    await page.keyboard.press('Escape');
  }
  expect(await downloads()).toBe(0);
  await page.getByRole('button', { name: txt.name, exact: true }).click();
  const download = page.waitForEvent('download');
  const viewer = page.getByRole('dialog', { name: txt.name });
  await viewer.getByRole('link', { name: 'Download', exact: true }).click();
  expect(await (await download).failure()).toBeNull();
  await expect.poll(downloads).toBe(1);
});

test('visitors read whose link it is, if that person wants it', async ({ signedIn: page, as, account }) => {
  const { linkId } = await sharedFiles(as, [txt]);
  await as.call(settings.setPreferences, { body: { showName: false } });
  await openPage(page, paths.open(linkId));
  await expect(page.getByText(txt.name)).toBeVisible();
  await expect(page.getByText(`From ${account.login}`)).toBeHidden();
  await openPage(page, paths.settings);
  await page.getByRole('switch', { name: 'Show my name to visitors of my links' }).check();
  await expect.poll(async () => (await as.call(settings.getPreferences, {})).showName).toBe(true);
  await openPage(page, paths.open(linkId));
  await expect(page.getByText(`From ${account.login}`)).toBeVisible();
});
