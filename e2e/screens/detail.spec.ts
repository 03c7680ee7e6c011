import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { shortId } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { api, holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const { png, txt } = samples;

test('a meter of the ticket opens its own editor: Enter saves, Escape leaves', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [samples.txt]);
  await openPage(page, paths.share(shareId));
  const ticket = page.getByRole('region', { name: 'Public link' });
  await page.getByRole('tab', { name: 'Link' }).click();
  await ticket.getByRole('button', { name: 'Change: Views' }).click();
  const views = page.getByRole('textbox', { name: 'Maximum views' });
  await expect(views).toBeFocused();
  await views.fill('7');
  await page.keyboard.press('Enter');
  await expect(ticket).toContainText('0 of 7');
  await ticket.getByRole('button', { name: 'Change: Password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
});

test('a property is edited in place: Enter saves, Escape leaves, focus returns', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { name: 'Before' });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
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

test('invalid numbers are refused in place', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
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
  await expect(page.getByText('Number must be <= 2,147,483,647')).toBeVisible();
  await field.fill('77');
  await field.press('Enter');
  await expect(page.getByText('0 of 77')).toBeVisible();
});

test('a validity that is no choice shows the nearest one, and Enter saves it', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [txt], { validity: 5_000_000 });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Edit Validity' }).click();
  const choice = page.getByRole('combobox', { name: 'Validity' });
  await expect(choice.locator('option:checked')).toHaveText('1 hour');
  await expect(choice.locator('option', { hasText: '1.4' })).toHaveCount(0);
  await choice.selectOption('1 month');
  await choice.press('Enter');
  await expect(choice).toBeHidden();
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText('30 days left');
  expect((await as.call(share.get, { params: { id: shareId } })).validity).toBe(30 * 86_400_000);
});

test('a password is set and removed', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const opened = async () => (await raw('GET', `/api/v2/open/share/${linkId}`)).status;
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
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

test('a draft says who sees it: its owner and, when it came through an alias, the members', async ({
  signedIn: page,
  as,
  account,
}) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false });
  await openPage(page, paths.share(shareId));
  await expect(page.getByRole('heading', { name: 'Only you can see this share' })).toBeVisible();

  const member = await newAccount();
  const aliasId = await newAlias(as, { members: [member.id] });
  const { id } = await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  const says = (whose: string) => `Only ${whose} and the members of Applications can see this share`;
  await openPage(page, paths.share(id));
  const unfold = () => page.getByText('Share this delivery').click();
  await unfold();
  await expect(page.getByRole('heading', { name: says('you') })).toBeVisible();
  const { token } = await api(member);
  await page.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  await reloadPage(page);
  await unfold();
  await expect(page.getByRole('heading', { name: says(account.login) })).toBeVisible();
});

test('a note that is being written survives a reload', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt], { name: null });
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Add a message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('# Harbour plans\n\n**Bold** <b>raw</b>');
  await reloadPage(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour plans' })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(page.getByText('<b>raw</b>')).toBeVisible();
});

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

test('a field that is clicked again closes unchanged', async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [txt]);
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
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
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Add a message' }).click();
  const note = page.getByRole('textbox', { name: 'Message' });
  await expect(page.getByRole('link', { name: 'Markdown help' })).toBeVisible();
  await note.fill('*Calm* sea');
  await page.getByRole('radio', { name: 'Both' }).check();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('Calm');
  await expect(note).toBeVisible();
  await page.getByRole('radio', { name: 'Preview' }).check();
  await expect(page.locator('em', { hasText: 'Calm' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit message' }).click();
  await note.fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('em', { hasText: 'Calm' })).toBeVisible();
  const { descriptionRaw } = await as.call(share.get, { params: { id: shareId } });
  expect(descriptionRaw).toBe('*Calm* sea');
});
