import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { expect, test } from '../fixtures';

const { txt, zip } = samples;

test('the owner sees who came, what they took and what was done, and lists count downloads', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt, zip]);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(paths.open(linkId));
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: `Download ${zip.name}` }).click();
  await (await download).path();
  await as.call(share.setMaxViews, { params: { id: shareId }, body: { value: 7 } });

  await page.goto(paths.share(shareId));
  await page.getByRole('tab', { name: 'Activity' }).click();
  const list = page.getByRole('list', { name: 'Activity' });
  await expect(list.getByRole('listitem').first()).toContainText('Maximum views changed');
  const visit = list.getByRole('listitem').filter({ hasText: 'Opened' });
  await expect(async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(visit).toContainText(`${zip.name}downloaded`, { timeout: 1000 });
  }).toPass();
  await expect(visit).toContainText('Chrome on Linux');
  await expect(list.getByText('Published')).toBeVisible();
  await expect(page.getByText('1 download', { exact: true })).toBeVisible();

  await page.goto(paths.shares);
  await expect(page.getByRole('row').filter({ hasText: 'Plans' })).toContainText('1 download');
});

test('to whom a link was mailed is in its activity', async ({ signedIn: page, as, account }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'E-mail', exact: true }).click();
  const to = `carla.${account.login}@example.com`;
  await page.getByRole('textbox', { name: 'Receivers' }).fill(to);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to one person.')).toBeVisible();
  expect(mailsTo(to)).toHaveLength(1);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(`Sent by e-mailto ${to}`);
});
