import fs from 'node:fs';
import path from 'node:path';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import type { CallInput } from '@/lib/contract/http/endpoint';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newAlias } from '../alias-pages';
import { openPage } from '../alive';
import { expect, test } from '../fixtures';
import { drop, LocalFolder } from '../local-folder';
import { arrived, openAndDrop, received, send } from '../sender';

type Form = NonNullable<CallInput<typeof aliasForm.save>['body']>;
const hourMs = 3_600_000;

test('an owner sets up a form, and a sender reads it, answers it and is told what can’t be sent', async ({
  page,
  signedIn,
  as,
}) => {
  const aliasId = await newAlias(as);
  await openPage(signedIn, paths.alias(aliasId));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'To whom' }).fill('The office');
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Please bring **two** documents.');
  await page.getByLabel('Closes at').fill('2099-11-27T17:00');
  await page.getByRole('checkbox', { name: 'Documents' }).check();
  await page.getByRole('textbox', { name: 'And files ending in' }).fill('.DWG');
  await page.getByRole('textbox', { name: 'Largest file' }).fill('much');
  await page.getByRole('combobox', { name: 'Name', exact: true }).selectOption('Required');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('A size such as 500K, 100M or 1.5G.')).toBeVisible();
  await expect(page.getByText('Please write the question.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Largest file' }).fill('1M');
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Which job?');
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('One of a list');
  await page.getByRole('textbox', { name: 'Choices' }).fill('Engineer\nWriter');
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Name (required) and Which job?')).toBeVisible();

  const folder = new LocalFolder('papers', { 'photo.jpg': 10 });
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder.path, name), text);
  write('cv.pdf', '%PDF-1.7 …');
  write('lie.pdf', 'MZ\0\0');
  await openPage(page, paths.inbox(aliasId));
  for (const said of ['The office', 'Please bring two documents.', 'documents and .dwg', '1.00M a file'])
    await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByText('27 November 2099')).toBeVisible();
  await drop(page, [folder.path]);
  await expect(page.getByText('“photo.jpg” is of a kind that isn’t accepted here.')).toBeVisible();
  await page.getByRole('button', { name: 'Take them out' }).click();
  await send(page).click();
  await expect(page.getByText('“lie.pdf” is not what its name says.')).toBeVisible();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  expect(await received(as)).toEqual([]);
  await page.getByRole('button', { name: 'Take them out' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('<b>Ada</b>');
  await page.getByRole('combobox', { name: /Which job\?/ }).selectOption('Writer');
  await send(page).click();
  await expect(arrived(page)).toBeFocused();

  const [id = ''] = await received(as);
  const { files } = await as.call(share.get, { params: { id } });
  expect(files.map(({ filename }) => filename)).toEqual(['cv.pdf']);
  await openPage(page, paths.share(id));
  await expect(page.getByRole('region', { name: 'What the sender said' })).toContainText('<b>Ada</b>');
  await expect(page.getByRole('region', { name: 'What the sender said' })).toContainText('Writer');
  folder.remove();
});

test('an inbox that is not open yet, closed or late says so, and one that closes meanwhile too', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const set = (body: Form) => as.call(aliasForm.save, { params: { id: aliasId }, body });
  const title = page.getByRole('heading', { level: 1 });
  const now = Date.now();
  await set({ opensAt: now + hourMs });
  await page.goto(paths.inbox(aliasId));
  await expect(title).toHaveText('Applications isn’t open yet');
  await set({ closesAt: now - hourMs });
  await page.goto(paths.inbox(aliasId));
  await expect(title).toHaveText('Applications is closed');
  await set({ closesAt: now - hourMs, lateUntil: now + hourMs });
  await openPage(page, paths.inbox(aliasId));
  await expect(page.getByText('The closing date has passed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Late');
  await set({ closesAt: now - 2 * hourMs, lateUntil: now - hourMs });
  await send(page).click();
  await expect(title).toHaveText('Applications is closed');
  expect(await received(as)).toEqual([]);
});

test('a sender has a receipt with the owner’s number, and takes back what nobody has opened', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const folder = new LocalFolder('papers', { 'plan.md': 900 });
  const sendIt = async () => {
    await openAndDrop(page, aliasId, folder);
    await send(page).click();
    await page.getByRole('link', { name: 'Open receipt' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  };
  await sendIt();
  await expect(page.getByText(`SHA-256 ${folder.sums.get('papers/plan.md')}`)).toBeVisible();
  await page.getByRole('link', { name: 'Add more' }).click();
  await expect(page.getByText('These files will be added to delivery number 1.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeHidden();
  const more = new LocalFolder('more', { 'second.md': 90 });
  await drop(page, [more.path]);
  await send(page).click();
  await page.getByRole('link', { name: 'Open receipt' }).click();
  await expect(page.getByText(`SHA-256 ${more.sums.get('more/second.md')}`)).toBeVisible();
  expect(await received(as)).toHaveLength(1);
  more.remove();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Yes, take it back' }).click();
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible();
  expect(await received(as)).toEqual([]);

  await sendIt();
  const [id = ''] = await received(as);
  const { delivery } = await as.call(aliasForm.delivery, { params: { id } });
  expect(delivery?.number).toBe(2);
  await expect(page.getByRole('definition').first()).toHaveText('2');
  await as.call(share.get, { params: { id } });
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Yes, take it back' }).click();
  await expect(page.getByText('It can’t be taken back any more')).toBeVisible();
  expect(await received(as)).toEqual([id]);
  folder.remove();
});
