import type { Browser } from '@playwright/test';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { idle, openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const { txt } = samples;

/** A stranger opens the link and downloads the only file. */
async function takeAll(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext({ baseURL: running().url });
  const page = await context.newPage();
  await openPage(page, path);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download ${txt.name}` }).click();
  await (await download).path();
  await context.close();
}

test('the owner’s page tells at once who opens the link and what they take', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const ben = `ben-${Date.now().toString(36)}@example.org`;
  await as.call(recipient.add, { params: { id: shareId }, body: { to: [ben] } });
  await expect.poll(() => mailsTo(ben).length).toBe(1);
  const own = /\/app\/open\/\S+/.exec(mailsTo(ben).at(-1)?.email.text ?? '')?.[0] ?? '';
  await openPage(page, paths.share(shareId));
  const lines = page.getByRole('list', { name: 'Who has opened it' });
  await expect(lines.getByText('not opened yet')).toHaveCount(2);
  const before = await lines.boundingBox();
  await takeAll(browser, own);
  await expect(lines.getByRole('listitem').filter({ hasText: ben })).toContainText(
    /opened \d\d:\d\d on Linux · downloaded everything \d\d:\d\d/,
  );
  await takeAll(browser, paths.open(linkId));
  await expect(lines.getByRole('listitem').filter({ hasText: 'Public link' })).toContainText('opened once');
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText('1 of');
  expect(await lines.boundingBox()).toEqual(before);
});

test('beside its link an owner sees what recipients see, out of reach, and nothing of it counts', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openPage(page, paths.share(shareId));
  const ticket = page.getByRole('region', { name: 'Public link' });
  const figure = ticket.getByRole('figure', { name: 'What recipients see' });
  const before = await figure.boundingBox();
  const miniature = figure.locator('[data-miniature]');
  await expect(miniature).toHaveAttribute('inert');
  await idle(page);
  expect(await figure.boundingBox()).toEqual(before);
  expect(await miniature.evaluate((host) => host.shadowRoot)).toBeNull();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(asked.filter((path) => path.startsWith('/api/v2/open/'))).toEqual([]);
  const { publishInfo } = await as.call(share.get, { params: { id: shareId }, query: {} });
  expect(publishInfo).toMatchObject({ views: 0, downloads: 0 });

  await ticket.getByRole('button', { name: 'Show QR code' }).click();
  await expect(ticket.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(miniature).toHaveCount(0);
  await ticket.getByRole('button', { name: 'Hide QR code' }).click();
  await expect(miniature).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(miniature).toHaveCount(0);
});

test.describe('alone', () => {
  test.use({ isAlone: true }); // for a clock
  test('where the stream is held back, the page asks by itself', async ({ signedIn: page, as, browser }) => {
    const { shareId, linkId } = await sharedFiles(as, [txt]);
    await page.route(`**${otherBytePaths.shareLive.replace('{id}', shareId)}`, (route) => route.abort());
    await page.clock.install();
    await openPage(page, paths.share(shareId));
    const lines = page.getByRole('list', { name: 'Who has opened it' });
    await expect(lines).toHaveText('not opened yet');
    await takeAll(browser, paths.open(linkId));
    await page.clock.fastForward(20_000);
    await expect(lines).toHaveText(/opened once · last \d\d:\d\d/);
  });

  test('the list of shares says who came last, while it is looked at', async ({
    signedIn: page,
    as,
    browser,
  }) => {
    const { shareId, linkId } = await sharedFiles(as, [txt]);
    await page.clock.install();
    await openPage(page, paths.shares);
    const news = page.getByRole('row').locator(`a[href="${paths.activity(shareId)}"]`);
    await expect(news.filter({ hasText: 'pened' })).toHaveCount(0);
    await takeAll(browser, paths.open(linkId));
    await page.clock.fastForward(30_000);
    await expect(news.filter({ hasText: /^downloaded everything \d\d:\d\d$/ })).toBeVisible();
  });
});
