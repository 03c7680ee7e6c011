import type { Page } from '@playwright/test';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { raw } from '@/testing/network/raw';
import { holder, onDatabase } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { upload } from '@/testing/people/upload';
import { openPage } from '@/testing/screens/alive';
import { countClicks } from '@/testing/screens/count-clicks';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

// Counts the mouse clicks that common tasks need. Drops and typing don't count.
test.use({ isAlone: true });

async function dropTrip(page: Page): Promise<LocalFolder> {
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photos/1.jpg': 40_000 });
  await openPage(page, paths.home);
  await drop(page, [folder.path], 'main a');
  await expect(page.getByText('2 files').first()).toBeVisible();
  return folder;
}

async function chooseOnHome(page: Page, folder: LocalFolder): Promise<void> {
  await openPage(page, paths.home);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(folder.path);
  await expect(page.getByText('2 files').first()).toBeVisible();
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a folder is a link on the clipboard after one click if dropped, after two if chosen', async ({
  signedIn: page,
  context,
  as,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clicks = await countClicks(context);
  const folder = await dropTrip(page);
  const getLink = async () => {
    await page.getByRole('button', { name: 'Get link' }).click();
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
    await expect(page.getByText('Link copied')).toBeVisible();
    const { items } = await as.call(share.search, { query: {} });
    expect(await copied(page)).toBe(`${running().url}${paths.open(items[0]?.linkId ?? '')}`);
  };
  await getLink();
  expect(clicks()).toBe(1);
  await chooseOnHome(page, folder);
  await getLink();
  expect(clicks()).toBe(1 + 2);
  folder.remove();
});

test('a folder is in somebody’s mail after three clicks', async ({ signedIn: page, context, account }) => {
  const clicks = await countClicks(context);
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photos/1.jpg': 40_000 });
  await chooseOnHome(page, folder);
  const to = `carla.${account.login}@example.com`;
  await page.getByRole('radio', { name: 'E-mail' }).click();
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
  await page.keyboard.type(to);
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.getByRole('heading', { name: 'Sent to 1 person' })).toBeVisible();
  expect(clicks()).toBe(3);
  await expect.poll(() => mailsTo(to)[0]?.email.text).toContain(paths.open(''));
  folder.remove();
});

test('a delivery is on the disk two clicks after the mail, its link being the first', async ({
  signedIn: page,
  context,
  as,
  account,
  browser,
}) => {
  const email = `${account.login}@example.org`;
  await as.call(settings.setEmail, { body: { email } });
  const aliasId = await newAlias(as);
  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photos/1.jpg': 40_000 });
  const stranger = await (await browser.newContext()).newPage();
  await openPage(stranger, `${running().url}${paths.inbox(aliasId)}`);
  await drop(stranger, [folder.path]);
  await stranger.getByRole('button', { name: 'Send 2 files' }).click();
  await expect.poll(() => mailsTo(email).length).toBe(1);
  const [link = ''] = /http\S+\/app\/received\?at=[\w-]+/.exec(mailsTo(email)[0]?.email.text ?? '') ?? [];

  const clicks = await countClicks(context);
  await openPage(page, link);
  const arrived = page.waitForEvent('download');
  await page
    .getByRole('article')
    .getByRole('link', { name: /^Download all/ })
    .click();
  expect((await arrived).suggestedFilename()).toMatch(/\.zip$/);
  expect(clicks()).toBe(1); // and the one in the mail
  folder.remove();
  await stranger.context().close();
});

test('a delivery, or all of an inbox, is on the disk after two clicks', async ({
  signedIn: page,
  context,
  as,
}) => {
  for (const name of ['Applications', 'Photos']) {
    const body = { maxViews: 1, description: `# For ${name}` };
    const { id } = await holder(await newAlias(as, { name })).call(share.createThroughAlias, { body });
    await upload(as, id, { name: 'plan.txt', content: name });
  }
  const clicks = await countClicks(context);
  const wanted = [
    [/^Download For Applications/, /\.zip$/],
    [/^Download all as ZIP/, /^Applications\.zip$/],
  ] as const;
  for (const [name, file] of wanted) {
    await openPage(page, paths.home);
    const before = clicks();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Received/ })
      .click();
    const arrived = page.waitForEvent('download');
    await page.getByRole('link', { name }).first().click();
    expect((await arrived).suggestedFilename()).toMatch(file);
    expect(clicks() - before).toBe(2);
  }
});

test('an expired link lives again after two clicks', async ({ signedIn: page, context, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt], { name: 'Board pack' });
  const past = 'UPDATE "Publication" SET "publishUntil" = now() - interval \'1 minute\' WHERE "shareId" = $1';
  await onDatabase((db) => db.query(past, [shareId]));
  const status = async () => (await raw('GET', `/api/v2/open/share/${linkId}`)).status;
  expect(await status()).toBe(404);
  const clicks = await countClicks(context);
  await openPage(page, paths.shares);
  await page.getByRole('link', { name: 'Board pack' }).click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  await expect.poll(status).toBe(200);
  expect(clicks()).toBe(2);
});

test('an owner sees who downloaded what, one click away from a list', async ({
  signedIn: page,
  context,
  browser,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [samples.zip]);
  const visitor = await browser.newPage();
  await openPage(visitor, `${running().url}${paths.open(linkId)}`);
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: `Download ${samples.zip.name}` }).click();
  await (await download).path();
  await visitor.close();
  const clicks = await countClicks(context);
  const list = page.getByRole('list', { name: 'Activity' });
  await expect(async () => {
    const before = clicks();
    await openPage(page, paths.shares);
    await page.getByRole('link', { name: '1 download' }).click({ timeout: 2000 });
    await expect(list).toContainText(`${samples.zip.name}downloaded`, { timeout: 2000 });
    expect(clicks() - before).toBe(1);
  }).toPass();
});
