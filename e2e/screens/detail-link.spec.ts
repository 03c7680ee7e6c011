import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const { png, txt } = samples;

const fact = (page: Page, name: string) =>
  page.locator('dl').last().locator('div', { hasText: name }).getByRole('definition');

/** Found by name, because the files below have a group with the same words. */
const linkPanel = (page: Page) => page.getByRole('tabpanel', { name: 'Link' });

test('a draft is published, withdrawn, and published again under its link or a new one', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  const linkId = async () =>
    (await as.call(share.get, { params: { id: shareId } })).publishInfo?.id ?? 'none';
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Get a link' }).click();
  const ticket = page.getByRole('region', { name: 'Public link' });
  await expect(ticket).toBeVisible();
  const first = await linkId();
  await expect(ticket.getByText(first)).toBeVisible();

  await page.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(ticket).toBeHidden();
  await page.getByRole('button', { name: 'Get a link' }).click();
  await expect(ticket.getByText(first)).toBeVisible();

  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace the link?' });
  await question.getByRole('button', { name: 'Keep the old link' }).click();
  await expect(question).toHaveCount(0);
  expect(await linkId()).toBe(first);
  await page.getByRole('button', { name: 'New link' }).click();
  await question.getByRole('button', { name: 'New link' }).click();
  await expect(ticket.getByText(first)).toBeHidden();
  const second = await linkId();
  expect(second).not.toBe(first);

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('tabpanel', { name: 'Details' }).getByText('Turn off the link').click();
  await page.getByRole('button', { name: 'Publish with a new link' }).click();
  await expect(ticket).toBeVisible();
  expect([first, second]).not.toContain(await linkId());
});

test('a link that was withdrawn by mistake goes on as if nothing had happened', async ({
  signedIn: page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const end = async () => (await as.call(share.get, { params: { id: shareId } })).publishInfo?.publishUntil;
  const before = await end();
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(page.getByText('The link is turned off.')).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${linkId}`)).status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Public link' }).getByText(linkId)).toBeVisible();
  expect(await end()).toBe(before);
});

test('a link that ended is revived by one click', async ({ signedIn: page, as }) => {
  const usedUp = await sharedFiles(as, [txt], { maxViews: 1 });
  await raw('GET', `/api/v2/open/share/${usedUp.linkId}`);
  await openPage(page, paths.share(usedUp.shareId));
  await expect(page.getByText('Used up', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off the link' })).toBeVisible();
  await page.getByRole('button', { name: '+ 10 views' }).click();
  await expect(page.getByText('1 of 11')).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${usedUp.linkId}`)).status).toBe(200);

  const expired = await sharedFiles(as, [txt], { validity: 1000 });
  await expect.poll(async () => (await raw('GET', `/api/v2/open/share/${expired.linkId}`)).status).toBe(404);
  await openPage(page, paths.share(expired.shareId));
  await expect(page.getByText('This link has expired.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off the link' })).toBeVisible();
  await as.call(share.setValidity, { params: { id: expired.shareId }, body: { value: 3_600_000 } });
  await reloadPage(page);
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  await expect(page.getByText('Live')).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${expired.linkId}`)).status).toBe(200);
});

test('the link says how it opens', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png]);
  await openPage(page, paths.share(shareId));
  const leadsTo = (view: string) =>
    expect(page.getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      new RegExp(`/app/open/${linkId}${view}$`),
    );
  await leadsTo('');
  await page.getByRole('tab', { name: 'Link' }).click();
  await linkPanel(page).getByRole('radio', { name: 'Preview' }).click();
  await leadsTo('\\?view=3');
  await linkPanel(page).getByRole('radio', { name: 'List' }).click();
  await leadsTo('');
});

test('the history of a link shows once there is one, with dashes before', async ({
  signedIn: page,
  as,
  account,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(fact(page, 'Files')).toHaveText(`1 file · ${txt.bytes.length}B`);
  await expect(fact(page, 'Created by')).toHaveText(account.login);
  await expect(fact(page, 'Created').first()).toHaveText(/\d{4}/);
  for (const name of ['Published', 'Ends', 'Last access', 'Views'])
    await expect(fact(page, name)).toHaveText('–');

  const { id } = await as.call(share.publish, { params: { id: shareId } });
  await raw('GET', `/api/v2/open/share/${id}`);
  await reloadPage(page);
  await page.getByRole('tab', { name: 'Details' }).click();
  for (const name of ['Published', 'Ends', 'Last access'])
    await expect(fact(page, name)).toHaveText(/\d{4}.*\d\d:\d\d/);
  await expect(fact(page, 'Views')).toHaveText('1');
});

test('without a link its tab says so', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  await expect(page.getByText('This share isn’t published, so it has no link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
});

test('the link is copied unchanged, and its QR code holds the same', async ({
  signedIn: page,
  context,
  as,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  const code = page.getByRole('img', { name: 'QR code of the link' }).locator('path').last();
  const asList = await code.getAttribute('d');
  await linkPanel(page).getByRole('radio', { name: 'Cards' }).check();
  await expect(code).not.toHaveAttribute('d', asList ?? '');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${running().url}${paths.open(linkId)}?view=2`,
  );
});

test('a link that has ended is not mailed to all, only to new recipients', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt], { maxViews: 1 });
  await raw('GET', `/api/v2/open/share/${linkId}`);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  const forAll = page.getByRole('checkbox', { name: 'One link for all' });
  await expect(page.getByRole('textbox', { name: 'Recipients' })).toBeFocused();
  await expect(forAll).toHaveCount(0);
  await page.getByRole('button', { name: '+ 10 views' }).click();
  await expect(forAll).toBeVisible();
});

test('what could not be done to a link is told until something else is', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await page.route(`**${share.publish.path.replace('{id}', shareId)}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { success: false, message: 'Later', code: 'server.unavailable' } })
      : route.continue(),
  );
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  const told = page.getByRole('main').getByRole('alert').filter({ hasText: 'Later' });
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(page.getByRole('heading', { name: 'Only you can see this share' })).toBeVisible();
  await expect(told).toHaveCount(0);
});
