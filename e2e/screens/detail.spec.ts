import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '../account';
import { expect, test } from '../fixtures';
import { raw } from '../raw';
import { running } from '../running';
import { samples, sharedFiles } from '../shared-files';

const { png, txt } = samples;

test('a draft is published, withdrawn, and published again under its link or a new one', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  const linkId = async () =>
    (await as.call(share.get, { params: { id: shareId } })).publishInfo?.id ?? 'none';
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Publish' }).click();
  const ticket = page.getByRole('region', { name: 'Public link' });
  await expect(ticket).toBeVisible();
  const first = await linkId();
  await expect(ticket.getByText(first)).toBeVisible();

  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(ticket).toBeHidden();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(ticket.getByText(first)).toBeVisible();

  await page.getByRole('button', { name: 'New link' }).click();
  await expect(ticket.getByText(first)).toBeHidden();
  expect(await linkId()).not.toBe(first);
});

test('a property is edited in place: Enter saves, Escape leaves, focus returns', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { name: 'Before' });
  await page.goto(paths.share(shareId));
  const edit = page.getByRole('button', { name: 'Edit Name' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('After');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
  await expect(edit).toBeFocused();

  await page.getByRole('button', { name: 'Edit Validity' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Validity' })).toBeFocused();
  await edit.press('Enter'); // one at a time
  await expect(page.getByRole('combobox', { name: 'Validity' })).toBeHidden();
  await page.keyboard.type(' all');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
});

test('numbers that are none are refused where they stand', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Edit Maximum views' }).click();
  const field = page.getByRole('textbox', { name: 'Maximum views' });
  await field.fill('many');
  await field.press('Enter');
  await expect(page.getByText('‘many’ is not a valid number!')).toBeVisible();
  await field.fill('0');
  await field.press('Enter');
  await expect(page.getByText('Number must be >= 1')).toBeVisible();
  await field.fill('99999999999');
  await field.press('Enter');
  await expect(page.getByText('must be at most 2147483647')).toBeVisible();
  await field.fill('77');
  await field.press('Enter');
  await expect(page.getByText('0 of 77')).toBeVisible();
});

test('a password is set and removed', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const opened = async () => (await raw('GET', `/api/v2/open/share/${linkId}`)).status;
  await page.goto(paths.share(shareId));
  const edit = page.getByRole('button', { name: 'Edit Password' });
  await edit.click();
  await page.getByLabel('New password').fill('hunter2');
  await page.keyboard.press('Enter');
  await expect(edit).toBeVisible();
  expect(await opened()).toBe(401);
  await edit.click();
  await page.getByRole('button', { name: 'Remove password' }).click();
  await expect(edit).toBeVisible();
  expect(await opened()).toBe(200);
});

test('a link that ended is revived by one click', async ({ signedIn: page, as }) => {
  const usedUp = await sharedFiles(as, [txt], { maxViews: 1 });
  await raw('GET', `/api/v2/open/share/${usedUp.linkId}`);
  await page.goto(paths.share(usedUp.shareId));
  await expect(page.getByText('Used up')).toBeVisible();
  await page.getByRole('button', { name: '+ 10 views' }).click();
  await expect(page.getByText('1 of 11')).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${usedUp.linkId}`)).status).toBe(200);

  const expired = await sharedFiles(as, [txt], { validity: 1000 });
  await expect.poll(async () => (await raw('GET', `/api/v2/open/share/${expired.linkId}`)).status).toBe(404);
  await page.goto(paths.share(expired.shareId));
  await expect(page.getByText('This link has expired.')).toBeVisible();
  await as.call(share.setValidity, { params: { id: expired.shareId }, body: { value: 3_600_000 } });
  await page.reload();
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  await expect(page.getByText('Live')).toBeVisible();
  expect((await raw('GET', `/api/v2/open/share/${expired.linkId}`)).status).toBe(200);
});

test('the link says how it opens', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png]);
  await page.goto(paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('radio', { name: 'Preview' }).click();
  await expect(page.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    new RegExp(`/app/open/${linkId}\\?view=3$`),
  );
});

test('a note that is being written survives a reload', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt], { name: null });
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('# Harbour plans\n\n**Bold** <b>raw</b>');
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour plans' })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(page.getByText('<b>raw</b>')).toBeVisible();
});

test('somebody else’s share looks like none', async ({ signedIn: page }) => {
  const other = await api(await newAccount());
  const { shareId } = await sharedFiles(other, [txt], { name: 'Secret plans' });
  await page.goto(paths.share(shareId));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  await expect(page.getByText('Secret plans')).toHaveCount(0);
});

test('everything of a share has its place on its page', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt, png], { description: '# Harbour\n\nBelow the heading' });
  await page.goto(paths.share(shareId));
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Public link' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Details', 'Link', 'Add files']);
  await expect(page.getByRole('region', { name: 'Note' })).toContainText('Below the heading');
  await expect(page.getByRole('group', { name: 'Layout of the files' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('notes.txt');
  await page.getByRole('tab', { name: 'Add files' }).click();
  await expect(page.getByText('Drop files or folders anywhere')).toBeVisible();
});

const fact = (page: Page, name: string) =>
  page.locator('dl').last().locator('div', { hasText: name }).getByRole('definition');

test('what happened to the link is told once there is one, and dashes stand for it before', async ({
  signedIn: page,
  as,
  account,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  await page.goto(paths.share(shareId));
  await expect(fact(page, 'Files')).toHaveText(`1 file · ${txt.bytes.length}B`);
  await expect(fact(page, 'Created by')).toHaveText(account.login);
  await expect(fact(page, 'Created').first()).toHaveText(/\d{4}/);
  for (const name of ['Published', 'Ends', 'Last access', 'Views'])
    await expect(fact(page, name)).toHaveText('–');

  const { id } = await as.call(share.publish, { params: { id: shareId }, body: {} });
  await raw('GET', `/api/v2/open/share/${id}`);
  await page.reload();
  for (const name of ['Published', 'Ends', 'Last access'])
    await expect(fact(page, name)).toHaveText(/\d{4}.*\d\d:\d\d/);
  await expect(fact(page, 'Views')).toHaveText('1');
});

test('a field that is clicked again closes unchanged', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await page.goto(paths.share(shareId));
  const edit = page.getByRole('button', { name: 'Edit Name' });
  await edit.click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Never mind');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
  await expect(edit).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
});

test('the note’s editor opens, shows a preview, saves and is left', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(page.getByRole('link', { name: 'Markdown help' })).toBeVisible();
  await note.fill('*Calm* sea');
  await page.getByRole('radio', { name: 'Preview' }).check();
  await expect(page.locator('em', { hasText: 'Calm' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit note' }).click();
  await note.fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await expect(page.locator('em', { hasText: 'Calm' })).toBeVisible();
  const { descriptionRaw } = await as.call(share.get, { params: { id: shareId } });
  expect(descriptionRaw).toBe('*Calm* sea');
});

test('without a link its tab says so', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt], { isPublished: false });
  await page.goto(paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  await expect(page.getByText('This share isn’t published, so it has no link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
});

test('the link is copied as it stands, and its QR code says the same', async ({
  signedIn: page,
  context,
  as,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  await page.goto(paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  const code = page.getByRole('img', { name: 'QR code of the link' }).locator('path').last();
  const asList = await code.getAttribute('d');
  await page.getByRole('radio', { name: 'Cards' }).first().check();
  await expect(code).not.toHaveAttribute('d', asList ?? '');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${running().url}${paths.open(linkId)}?view=2`,
  );
});
