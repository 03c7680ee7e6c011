import fs from 'node:fs';
import path from 'node:path';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { receipt } from '@/lib/contract/alias/receipt';
import type { CallInput } from '@/lib/contract/http/endpoint';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { onDatabase } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { idle, openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { hold } from '../hold';
import { arrived, openAndDrop, percentOf, received, send, slow } from '../sender';
import { SlowWire } from '../slow-wire';
import { unfold } from '../unfold';

type InboxFormInput = NonNullable<CallInput<typeof aliasForm.save>['body']>;
const hourMs = 3_600_000;

test('an owner sets up a form, and a sender reads it, answers it and is told what can’t be sent', async ({
  page,
  signedIn,
  as,
}) => {
  const aliasId = await newAlias(as);
  await openPage(signedIn, paths.alias(aliasId));
  const preview = page.getByRole('region', { name: 'What senders see' });
  const recipient = page.getByRole('textbox', { name: 'Recipient' });
  const script = page.waitForResponse(/\/_next\/static\/.*\.js/); // of a part of the preview
  await recipient.fill('The office');
  await (await script).finished();
  await idle(page);
  await expect(recipient).toBeFocused();
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Please bring **two** documents.');
  for (const text of ['Applications', 'The office', 'Please bring two documents.'])
    await expect(preview.getByText(text, { exact: true })).toBeVisible();
  const [times, accepted] = [await unfold(page, 'Times'), await unfold(page, 'Files')];
  await times.getByLabel('Closes at').fill('2099-11-27T17:00');
  await page.getByRole('checkbox', { name: 'Documents' }).check();
  await page.getByRole('textbox', { name: 'Other file endings' }).fill('.DWG');
  await page.getByRole('textbox', { name: 'Maximum file size' }).fill('much');
  const questions = await unfold(page, 'Questions');
  await questions.getByRole('combobox', { name: 'Name', exact: true }).selectOption('Required');
  await questions.getByRole('button', { name: 'Add a question' }).click();
  for (const line of ['Questions', 'Files'])
    await page.getByRole('button', { name: new RegExp(`^${line} `), expanded: true }).click();
  await expect(accepted).toBeHidden();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Enter a size such as 500K, 100M or 1.5G.')).toBeVisible();
  await expect(page.getByText('Please write the question.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toBeFocused(); // both have opened
  await page.getByRole('textbox', { name: 'Maximum file size' }).fill('1M');
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Which job?');
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('Choice from a list');
  await page.getByRole('textbox', { name: 'Choices' }).fill('Engineer\nWriter');
  await save.click();
  await expect(page.getByText('Inbox saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Which job?');
  for (const text of ['Your name (required)', 'Which job? (optional)', 'documents and .dwg'])
    await expect(preview.getByText(text)).toBeVisible();

  const folder = new LocalFolder('papers', { 'photo.jpg': 10 });
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder.path, name), text);
  write('cv.pdf', '%PDF-1.7 …');
  write('lie.pdf', 'MZ\0\0');
  await openPage(page, paths.inbox(aliasId));
  for (const said of ['The office', 'Please bring two documents.', 'documents and .dwg', '1.00M per file'])
    await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByText('27 November 2099')).toBeVisible();
  await drop(page, [folder.path]);
  await expect(page.getByText('This inbox doesn’t accept files like “photo.jpg”.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 1 file', exact: true }).click();
  await send(page).click();
  await expect(page.getByText('“lie.pdf” is not what its name says.')).toBeVisible();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  expect(await received(as)).toEqual([]);
  await page.getByRole('button', { name: 'Remove 1 file', exact: true }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('<b>Ada</b>');
  await page.getByRole('combobox', { name: /Which job\?/ }).selectOption('Writer');
  await send(page).click();
  await expect(arrived(page)).toBeFocused();

  const [id = ''] = await received(as);
  const { files } = await as.call(share.get, { params: { id } });
  expect(files.map(({ filename }) => filename)).toEqual(['cv.pdf']);
  await openPage(page, paths.share(id));
  await expect(page.getByRole('main')).toContainText('<b>Ada</b>');
  await expect(page.getByRole('region', { name: 'Sender’s answers' })).toContainText('Writer');
  folder.remove();
});

test('unsaved changes are asked about before a link or Back leaves them', async ({ signedIn: page, as }) => {
  const aliasId = await newAlias(as);
  await openPage(page, paths.aliases);
  await page.getByRole('link', { name: 'Edit Applications' }).click({ force: true });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  await name.fill('Papers');
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await keep.click();
  await expect(question).toBeHidden();
  await page.evaluate(() => history.back());
  await keep.click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Papers');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue('Applications');
  await name.fill('Papers');
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.aliases}$`));
  await page.getByRole('link', { name: 'Edit Applications' }).click({ force: true });
  await expect(page).toHaveURL(new RegExp(`${paths.alias(aliasId)}$`));
});

test('an inbox that is not open yet, closed or late says so, and one that closes meanwhile too', async ({
  page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const set = (body: InboxFormInput) => as.call(aliasForm.save, { params: { id: aliasId }, body });
  const title = page.getByRole('heading', { level: 1 });
  const now = Date.now();
  await set({ opensAt: now + hourMs });
  await openPage(page, paths.inbox(aliasId));
  await expect(title).toHaveText('Applications isn’t open yet');
  await set({ closesAt: now - hourMs });
  await openPage(page, paths.inbox(aliasId));
  await expect(title).toHaveText('Applications is closed');
  await set({ closesAt: now - hourMs, lateUntil: now + hourMs });
  await openPage(page, paths.inbox(aliasId));
  await expect(page.getByText('The closing date has passed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Late');
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
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
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
  await expect(page.getByText('It’s too late to add to this delivery or take it back')).toBeVisible();
  expect(await received(as)).toEqual([id]);
  folder.remove();
});

test('a sender without the password reads nothing, and with it sends', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as, { name: 'Secret papers' });
  await openPage(page, paths.alias(aliasId));
  await expect(page.getByRole('button', { name: 'Access No password' })).toBeVisible();
  const section = await unfold(page, 'Access');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await section.getByRole('textbox', { name: 'Password' }).fill('sesame');
  await save.click();
  await expect(section.getByText('Senders need this password as well as the link.')).toBeVisible();

  const sender = await browser.newPage();
  await openPage(sender, running().url + paths.inbox(aliasId));
  await expect(sender.getByRole('heading', { name: 'Password required' })).toBeVisible();
  expect(await sender.content()).not.toContain('Secret papers');
  const field = sender.getByLabel('Password', { exact: true });
  await field.fill('wrong');
  await field.press('Enter');
  await expect(sender.getByText('Password invalid.')).toBeVisible();
  // As a browser that keeps no cookies.
  const unlocking = '**/api/v2/alias/password';
  await sender.route(unlocking, (route) =>
    route.fulfill({ json: { success: true, message: '', code: null, publicKey: null } }),
  );
  await field.fill('sesame');
  await field.press('Enter');
  await expect(sender.getByText('This browser keeps no cookies for this page.')).toBeVisible();
  await sender.unroute(unlocking);
  await field.press('Enter');
  await expect(sender.getByRole('heading', { name: 'Secret papers' })).toBeVisible();
  const picked = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') };
  await sender.locator('input[type=file]').first().setInputFiles(picked);
  await send(sender).click();
  await expect(arrived(sender)).toBeVisible();
  await sender.close();
  expect(await received(as)).toHaveLength(1);

  await section.getByRole('checkbox', { name: 'Remove password' }).check();
  await save.click();
  await expect(section.getByText('Anyone with the link can send you files.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ isAlone: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('somebody applies for a job, and adds what was forgotten a day later', async ({ page, as }) => {
    const aliasId = await newAlias(as, { name: 'Job applications' });
    const questions: InboxFormInput['questions'] = [
      { id: 'job', label: 'Which job?', kind: 'choice', required: true, choices: ['Engineer', 'Writer'] },
      { id: 'start', label: 'From when on?', kind: 'date', required: true },
    ];
    const form: InboxFormInput = {
      sender: { name: 'required', email: 'required', reference: 'off' },
      questions,
      groups: ['documents'],
      changeHours: 48,
    };
    await as.call(aliasForm.save, { params: { id: aliasId }, body: form });
    await openPage(page, paths.inbox(aliasId));
    const pick = (name: string) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 …') });
    await pick('cv.pdf');
    await send(page).click();
    await expect(page.getByText('Please fill this in.')).toHaveCount(4);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ada@example.org');
    await page.getByRole('combobox', { name: /Which job\?/ }).selectOption('Writer');
    await page.getByLabel(/From when on\?/).fill('2027-01-01');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await send(page).click();
    await expect(arrived(page)).toBeVisible();
    await page.getByRole('link', { name: 'Open receipt' }).click();
    await expect(page.getByText('cv.pdf')).toBeVisible();
    await expect(page.getByText('Writer', { exact: true })).toBeVisible();

    // A day later the receipt is all that is left.
    const receiptUrl = page.url();
    await onDatabase((db) =>
      db.query(`UPDATE "Share" SET "createdAt" = "createdAt" - interval '1 day' WHERE "aliasId" = $1`, [
        aliasId,
      ]),
    );
    await page.goto('about:blank');
    await openPage(page, receiptUrl);
    const more = (await page.getByRole('link', { name: 'Add more' }).getAttribute('href')) ?? '';
    const answer = await hold(page, `**${receipt.look.path}`);
    await openPage(page, more);
    await pick('letter.pdf');
    await expect(page.getByText('letter.pdf')).toBeVisible(); // the list moves the button
    await expect(send(page)).toBeDisabled(); // for as long as it isn't known that these files belong to the others
    answer();
    await send(page).click();
    await expect(arrived(page)).toBeVisible();
    await page.goto('about:blank');
    await openPage(page, receiptUrl);
    await expect(page.getByText('letter.pdf')).toBeVisible();
    const [shareId = ''] = await received(as);
    const { files } = await as.call(share.get, { params: { id: shareId } });
    expect(files.map(({ filename }) => filename).sort()).toEqual(['cv.pdf', 'letter.pdf']);

    // The link of another receipt, in the same tab.
    await page.evaluate(() => {
      location.hash = '#0123';
    });
    await expect(page.getByText('This receipt doesn’t exist')).toBeVisible();
  });

  test('uploads begun when the inbox closed still arrive, and nothing new begins', async ({ page, as }) => {
    const aliasId = await newAlias(as, { name: 'Homework' });
    const closing = (closesAt: number) =>
      as.call(aliasForm.save, { params: { id: aliasId }, body: { closesAt } });
    await closing(Date.now() + hourMs);
    const folder = new LocalFolder('work', { 'film.mp4': 8_000_000 });
    await openAndDrop(page, aliasId, folder);
    await expect(page.getByText('one more hour to finish')).toBeVisible();
    const wire = await SlowWire.of(page, slow);
    await send(page).click();
    await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(5);
    await closing(Date.now() - 60_000);
    await wire.free();
    await expect(arrived(page)).toBeVisible({ timeout: 60_000 });
    const [id = ''] = await received(as);
    const { files } = await as.call(share.get, { params: { id } });
    expect(files.map(({ filename, complete }) => [filename, complete])).toEqual([['film.mp4', true]]);
    await openPage(page, paths.inbox(aliasId));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Homework is closed');
    folder.remove();
  });
});
