import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { auth } from '@/lib/contract/auth';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { signInByForm } from '@/testing/screens/login-form';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { SlowWire } from '../slow-wire';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Changed in the meantime' });

test('a note that another tab has changed meanwhile is asked about, with both', async ({
  signedIn: first,
  as,
}) => {
  const body = { description: 'Bring a coat.', validity: 3_600_000, maxViews: 3 };
  const { id } = await as.call(share.create, { body });
  const second = await first.context().newPage();
  const note = (page: Page) => page.getByRole('region', { name: 'Message' });
  for (const [page, text] of [
    [first, 'Bring a hat.'],
    [second, 'Bring gloves.'],
  ] as const) {
    await openPage(page, paths.share(id));
    await page.getByRole('button', { name: 'Edit message' }).click();
    await note(page).getByRole('textbox').fill(text);
  }
  await note(first).getByRole('button', { name: 'Save' }).click();
  await expect(note(first).getByText('Bring a hat.')).toBeVisible();

  await reloadPage(second); // what was being written is kept, and what it was made from, too
  await note(second).getByRole('button', { name: 'Save' }).click();
  await expect(question(second)).toContainText('Saved nowBring a hat.YoursBring gloves.');
  await question(second).getByRole('button', { name: 'Keep editing' }).click();
  await expect(note(second).getByRole('textbox')).toHaveValue('Bring gloves.');
  await as.call(share.setDescription, { params: { id }, body: { value: 'Bring nothing.' } });
  await note(second).getByRole('button', { name: 'Save' }).click();
  await expect(question(second)).toContainText('Bring nothing.');
  await question(second).getByRole('button', { name: 'Save mine' }).click();
  await expect(note(second).getByText('Bring gloves.')).toBeVisible();
  expect((await as.call(share.get, { params: { id } })).descriptionRaw).toBe('Bring gloves.');
  await second.close();
});

test('two tabs change different fields of an alias page; of the same field the second is asked', async ({
  signedIn: first,
  as,
}) => {
  const id = await newAlias(as);
  const second = await first.context().newPage();
  for (const page of [first, second]) await openPage(page, paths.alias(id));
  const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  await first.getByRole('switch', { name: /^Enabled/ }).uncheck();
  await save(first);
  await expect(first.getByText('Inbox saved')).toBeVisible();
  await name(second).fill('Papers');
  await save(second);
  await expect(second.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible();
  await expect(second.getByRole('switch', { name: /^Enabled/ })).not.toBeChecked();
  expect(await as.call(alias.get, { params: { id } })).toMatchObject({ name: 'Papers', enabled: false });

  await name(first).fill('Applicants');
  await save(first);
  await expect(question(first)).toContainText('NameSaved nowPapersYoursApplicants');
  await question(first).getByRole('button', { name: 'Save mine' }).click();
  await expect(first.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
  await second.close();
});

test('files that one tab is sending are offered by no other, and lists know of them', async ({
  signedIn: first,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false, name: 'Trip' });
  const folder = new LocalFolder('trip', { 'film.mp4': 20_000_000 });
  const [second, list] = [await first.context().newPage(), await first.context().newPage()];
  for (const page of [first, second]) await openPage(page, paths.share(shareId));
  await openPage(list, paths.shares);
  await first.bringToFront();
  await first.getByRole('tab', { name: 'Add files' }).click();
  await drop(first, [folder.path]);
  await SlowWire.of(first, 1_000_000);
  await first.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(list.getByRole('row', { name: /Trip/ })).toContainText('Incomplete1 of 1 missing');

  const again = (page: Page) => page.getByRole('button', { name: 'Upload film.mp4 again' });
  for (const page of [first, second]) {
    await expect(page.getByText('film.mp4').last()).toBeVisible();
    await expect(page.getByText('Uploading', { exact: true })).toBeVisible();
    await expect(page.getByText('Try uploading again')).toHaveCount(0);
    await expect(page.getByText('The upload was interrupted.')).toHaveCount(0);
    for (const button of [again(page), page.getByRole('button', { name: 'Delete film.mp4' })])
      await expect(button).toHaveCount(0);
  }
  first.on('dialog', (dialog) => dialog.accept());
  await first.goto('about:blank');
  await expect(again(second)).toBeVisible();
  for (const page of [second, list]) await page.close();
  folder.remove();
});

test('typed text outlasts the session, and is saved after a sign-in in another tab', async ({
  signedIn: page,
  account,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [], { isPublished: false, name: 'Trip' });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Edit Name' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Trip to the sea');
  await as.call(auth.logout, {});
  await page.getByRole('button', { name: 'Save' }).click();
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    ended.getByRole('button', { name: 'Sign in in a new tab' }).click(),
  ]);
  await expect(ended).toBeHidden();
  await signInByForm(other, account);
  await other.close();
  await expect(name).toHaveValue('Trip to the sea');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trip to the sea' })).toBeVisible();
});

test('a tab follows at once when another signs in as somebody else', async ({ signedIn: first, as }) => {
  await sharedFiles(as, [], { isPublished: false, name: 'Of the first' });
  await openPage(first, paths.shares);
  await expect(first.getByText('Of the first')).toBeVisible();
  const other = await newAccount();
  const { token } = await api(other);
  const second = await first.context().newPage();
  const known = () => first.evaluate(() => localStorage.getItem('slipway_session'));
  await expect.poll(known).toContain('"done":1');
  await first.context().addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  await openPage(second, paths.home);
  await expect(first.getByRole('button', { name: `Account of ${other.login}` })).toBeVisible();
  await expect(first.getByText('Of the first')).toHaveCount(0);
  await second.close();
});

test('a share that is made as the session has ended is made after a sign-in in another tab', async ({
  signedIn: page,
  account,
  as,
}) => {
  await openPage(page, paths.newShare);
  const note = page.getByRole('textbox', { name: 'Message' });
  await note.fill('# What took an hour');
  await as.call(auth.logout, {});
  await page.getByRole('button', { name: 'Get link' }).click();
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Later' }).click();
  const other = await page.context().newPage();
  await signInByForm(other, account);
  await other.close();
  await expect(note).toHaveValue('# What took an hour');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
});
