import { share } from '@/lib/contract/share/share';
import { shortId } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';
import { api, holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const { png, txt } = samples;

test('somebody else’s share looks like none', async ({ signedIn: page }) => {
  const other = await api(await newAccount());
  const { shareId } = await sharedFiles(other, [txt], { name: 'Secret plans' });
  await openPage(page, paths.share(shareId));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  await expect(page.getByText('Secret plans')).toHaveCount(0);
});

test('everything of a share has its place on its page', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt, png], {
    name: null,
    description: '# Harbour\n\nBelow the heading',
  });
  await openPage(page, paths.share(shareId));
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Public link' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Link', 'Add files', 'Activity']);
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('Below the heading');
  await expect(page.getByRole('group', { name: 'File layout' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('notes.txt');
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  const files = await page.getByRole('region', { name: 'Files' }).boundingBox();
  expect(files?.y).toBeLessThan(720);
  await page.getByRole('tab', { name: 'Add files' }).click();
  await expect(page.getByText('Drop files or folders anywhere')).toBeVisible();
  await page.getByRole('tab', { name: 'Add files' }).press('Enter');
  await expect(page.getByRole('tabpanel')).toHaveCount(0);

  const value = 'A long word after another. '.repeat(40);
  await as.call(share.setDescription, { params: { id: shareId }, body: { value } });
  await reloadPage(page);
  const places = ['Public link', 'Files', 'Message'].map((name) =>
    page.getByRole('region', { name }).boundingBox(),
  );
  const at = (await Promise.all(places)).map((box) => box?.y ?? 0);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});

test('lists call a share by its name and its page by its title; what came in is a delivery from its inbox', async ({
  signedIn: page,
  as,
}) => {
  const named = await sharedFiles(as, [txt], { description: '# Harbour' });
  const files = await sharedFiles(as, [txt, png], { name: null });
  const aliasId = await newAlias(as, { name: 'Wedding photos' });
  const { id } = await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  const titles = [
    [named.shareId, /^Plans$/, 'Harbour', /^Harbour/],
    [files.shareId, /^dot\.png and 1 more$/, 'dot.png and 1 more', /^dot\.png and 1 more/],
    [id, /^From Wedding photos, \d+ \w+$/, 'Delivery 1', /^From Wedding photos, \d+ \w+/],
  ] as const;
  for (const [shareId, inList, heading, title] of titles) {
    await openPage(page, paths.shares);
    await expect(page.getByText(shortId(shareId))).toHaveCount(shareId === named.shareId ? 0 : 1);
    await page.getByRole('link', { name: inList }).click();
    await expect(page).toHaveURL(new RegExp(`${shareId}$`));
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(title);
  }
  await openPage(page, paths.open(files.linkId));
  await expect(page.getByRole('heading', { level: 1, name: 'dot.png and 1 more' })).toBeVisible();
});
