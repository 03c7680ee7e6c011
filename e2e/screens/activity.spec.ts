import { activity } from '@/lib/contract/activity';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const { png, txt, zip } = samples;

test('the owner sees who came, what they took and what was done, and lists count downloads', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt, zip]);
  const visitor = await (await browser.newContext()).newPage();
  await openPage(visitor, paths.open(linkId));
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: `Download ${zip.name}` }).click();
  await (await download).path();
  await as.call(share.setMaxViews, { params: { id: shareId }, body: { value: 7 } });

  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Activity' }).click();
  const list = page.getByRole('list', { name: 'Activity' });
  await expect(list.getByRole('listitem').first()).toContainText('Maximum views changed');
  const visit = list.getByRole('listitem').filter({ hasText: 'Opened' });
  await expect(async () => {
    await reloadPage(page);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(visit).toContainText(`${zip.name}downloaded`, { timeout: 1000 });
  }).toPass();
  await expect(visit).toContainText('Chrome on Linux');
  await expect(list.getByText('Published')).toBeVisible();
  await expect(page.getByText('1 download', { exact: true })).toBeVisible();

  await openPage(page, paths.shares);
  await page.getByRole('row').filter({ hasText: 'Plans' }).getByRole('link', { name: '1 download' }).click();
  await expect(page.getByRole('tab', { name: 'Activity', selected: true })).toBeVisible();
  await expect(visit).toContainText(`${zip.name}downloaded`);
});

test('activity says who looked at what, and nothing of what was only fetched ahead', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const pictures = ['a', 'b', 'c', 'd'].map((name) => ({ ...png, name: `${name}.png` }));
  const { shareId, linkId } = await sharedFiles(as, [...pictures, txt]);
  const seen = async () => {
    const { items, downloads } = await as.call(activity.ofShare, { params: { id: shareId }, query: {} });
    const looks = items.flatMap((item) => item.downloads);
    return [downloads, ...looks.map(({ name, shown }) => `${name} ${shown}`).sort()];
  };
  const visitor = await (await browser.newContext()).newPage();
  await openPage(visitor, running().url + paths.open(linkId));
  const picture = (name: string) => visitor.getByRole('dialog').getByRole('img', { name });
  await visitor.getByRole('button', { name: 'b.png', exact: true }).click();
  await expect(picture('b.png')).toHaveJSProperty('naturalWidth', 1);
  await expect(visitor.getByRole('dialog').locator('img[alt="c.png"]')).toHaveJSProperty('naturalWidth', 1);
  await expect.poll(seen).toEqual([0, 'b.png true']);
  await visitor.keyboard.press('ArrowRight');
  await expect(picture('c.png')).toBeVisible();
  await expect.poll(seen).toEqual([0, 'b.png true', 'c.png true']);
  await visitor.keyboard.press('Escape');
  await visitor.getByRole('button', { name: txt.name, exact: true }).click();
  await expect(visitor.getByRole('dialog')).toContainText('Grüße');
  await expect.poll(seen).toEqual([0, 'b.png true', 'c.png true', `${txt.name} true`]);
  await visitor.context().close();

  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('c.pngviewed');
});

test('to whom a link was mailed is in its activity', async ({ signedIn: page, as, account }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Recipients' }).click();
  await page.getByRole('checkbox', { name: 'One link for all' }).check();
  const to = `carla.${account.login}@example.com`;
  await page.getByRole('textbox', { name: 'Recipients' }).fill(to);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to one person.')).toBeVisible();
  expect(mailsTo(to)).toHaveLength(1);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(`Sent by e-mailto ${to}`);
});
