import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '../account';
import { expect, test } from '../fixtures';
import { raw } from '../raw';
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

test('files are added on the share’s page and stand in its list', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Add files' }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'harbour.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Moin'),
    });
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('button', { name: 'harbour.txt', exact: true })).toBeVisible();
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

test('files and the share are deleted after a question', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt, png]);
  await page.goto(paths.share(shareId));
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Delete notes.txt' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('notes.txt')).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete share' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`));
  await expect(as.call(share.get, { params: { id: shareId } })).rejects.toMatchObject({ status: 404 });
});

test('somebody else’s share looks like none', async ({ signedIn: page }) => {
  const other = await api(await newAccount());
  const { shareId } = await sharedFiles(other, [txt], { name: 'Secret plans' });
  await page.goto(paths.share(shareId));
  await expect(page).toHaveURL(/\/app\/info\/1$/);
  await expect(page.getByText('Secret plans')).toHaveCount(0);
});
