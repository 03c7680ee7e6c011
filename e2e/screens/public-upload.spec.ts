import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '@/testing/people/account';
import { defaultAlias, newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { arrived, few, noticesFrom, openAndDrop, received, send } from '../sender';

test('a sender without an account brings a folder and a note; owner and member get them as they were', async ({
  page,
  as,
}) => {
  const member = await newAccount();
  const aliasId = await newAlias(as, { members: [member.id] });
  const told = noticesFrom(page, aliasId);
  const folder = new LocalFolder('trip', few);
  await openAndDrop(page, aliasId, folder);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('# The trip\n\nAll of it.');
  await page.getByRole('button', { name: 'Send 4 files' }).click();
  await expect(arrived(page)).toBeFocused();

  const [shareId = '', ...others] = await received(as);
  expect(others).toEqual([]);
  expect(told).toEqual([shareId]);
  for (const reader of [as, await api(member)]) {
    expect(await arrivedSums(reader, running().url, shareId)).toEqual(folder.sums);
  }
  expect(await as.call(share.get, { params: { id: shareId } })).toMatchObject({
    aliasId,
    validity: defaultAlias.validity,
    descriptionRaw: '# The trip\n\nAll of it.',
    publishInfo: null,
  });
  await page.getByRole('button', { name: 'New upload' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
  folder.remove();
});

test('nothing of the owner is on the page, and nothing but uploading is asked of the server', async ({
  page,
  as,
  account,
}) => {
  const aliasId = await newAlias(as);
  const response = await openPage(page, paths.inbox(aliasId));
  expect(await response?.text()).toContain('This page needs JavaScript to send files.');
  expect(await response?.text()).not.toContain(account.login);
  expect(await response?.text()).not.toContain(account.id);
});

test('a note alone is enough, and nothing at all is refused in a sentence', async ({ page, as }) => {
  const aliasId = await newAlias(as);
  const told = noticesFrom(page, aliasId);
  await openPage(page, paths.inbox(aliasId));
  await send(page).click();
  await expect(page.getByText('Either some files or a description must be provided.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Nothing to add.');
  await reloadPage(page);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Nothing to add.');
  await send(page).click();
  await expect(arrived(page)).toBeFocused();
  const [id = ''] = await received(as);
  expect(await as.call(share.get, { params: { id } })).toMatchObject({ descriptionRaw: 'Nothing to add.' });
  await expect.poll(() => told).toEqual([id]);
});

test('a sender sees the limit, and clears what was chosen', async ({ page, as }) => {
  const folder = new LocalFolder('trip', few);
  await openPage(page, paths.inbox(await newAlias(as)));
  await expect(page.getByText('Uploads are possible up to 1.50G.')).toBeVisible();
  const start = page.getByRole('button', { name: 'Upload now' });
  await expect(start).toBeDisabled();
  await drop(page, [folder.path]);
  await expect(page.getByRole('button', { name: 'Send 4 files' })).toBeVisible();
  await expect(start).toBeEnabled();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
  await expect(page.getByText('Uploads are possible up to 1.50G.')).toBeVisible();
  folder.remove();
});

test('somebody who is signed in may bring files too, and they are the recipient’s', async ({ page, as }) => {
  const guest = await api(await newAccount());
  const aliasId = await newAlias(as);
  const folder = new LocalFolder('trip', few);
  await page.context().addCookies([{ name: 'sharry_auth', value: guest.token, url: running().url }]);
  await openAndDrop(page, aliasId, folder);
  await send(page).click();
  await expect(arrived(page)).toBeVisible();
  expect(await received(guest)).toEqual([]);
  expect(await received(as)).toHaveLength(1);
  folder.remove();
});

test('the keyboard alone chooses a file, writes a note and sends', async ({ page, as }) => {
  const folder = new LocalFolder('trip', { 'plan.md': 900 });
  // Without the pickers of newer browsers the input is asked, which a test can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openPage(page, paths.inbox(await newAlias(as)));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(`${folder.path}/plan.md`);
  await expect(page.getByRole('button', { name: 'Remove plan.md' })).toBeVisible();
  for (const [key, name] of [
    ['Shift+Tab', 'Remove plan.md'],
    ['Tab', 'Add'],
    ['Tab', 'Add a folder'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('By hand');
  while (!(await send(page).evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(arrived(page)).toBeFocused();
  folder.remove();
});
