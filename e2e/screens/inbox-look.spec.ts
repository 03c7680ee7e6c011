import { aliasForm } from '@/lib/contract/alias/alias-form';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { photo } from '@/testing/screens/photos';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { unfold } from '../unfold';

test('an owner gives the page of an alias a language, a colour and a logo, and a sender sees all three', async ({
  page,
  signedIn,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as);
  await openPage(signedIn, paths.alias(aliasId));
  const look = await unfold(page, 'Appearance');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await look.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('green');
  const file = look.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(look.getByText('This browser can’t read that picture.')).toBeVisible();
  const { bytes } = await photo(1);
  await file.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: bytes });
  await expect(look.getByRole('button', { name: 'Remove logo' })).toBeVisible();
  await save.click();
  await expect(look.getByText('Enter a colour such as #0b6e4f.')).toBeVisible();
  await look.getByRole('textbox', { name: 'Colour', exact: true }).fill('#FFD400');
  await save.click();
  await expect(look.getByRole('textbox', { name: 'Colour', exact: true })).toHaveValue('#ffd400');
  const preview = page.getByRole('region', { name: 'What senders see' });
  await expect(preview.locator('[type=submit]')).toHaveCSS('background-color', 'rgb(128, 106, 0)');

  const context = await browser.newContext({ locale: 'fr-FR' });
  const sender = await context.newPage();
  const at = (path: string) => running().url + path;
  await openPage(sender, at(paths.inbox(aliasId)));
  await expect(sender.locator('html')).toHaveAttribute('lang', 'de');
  const submit = sender.getByRole('button', { name: /^Senden/ });
  await expect(submit).toHaveCSS('background-color', 'rgb(128, 106, 0)');
  await expect(submit).toHaveCSS('color', 'rgb(255, 255, 255)');
  const logo = sender.locator('main img');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);

  // The receipt keeps the inbox's language until another inbox or an own choice changes it.
  await sender.getByRole('textbox', { name: 'Nachricht' }).fill('Hallo');
  await submit.click();
  await sender.getByRole('link', { name: 'Beleg öffnen' }).click();
  await reloadPage(sender);
  await expect(sender.locator('html')).toHaveAttribute('lang', 'de');
  await openPage(sender, at(paths.inbox(aliasId)));
  await sender.getByRole('banner').getByRole('link').first().click();
  await expect(sender).toHaveURL(at(paths.login()));
  await expect(sender.locator('html')).toHaveAttribute('lang', 'fr');
  await as.call(aliasForm.save, { params: { id: aliasId } });
  await openPage(sender, at(paths.inbox(aliasId)));
  await expect(sender.locator('html')).toHaveAttribute('lang', 'fr');
  await as.call(aliasForm.save, { params: { id: aliasId }, body: { language: 'ja' } });
  await sender.getByRole('combobox', { name: 'Langue' }).selectOption('Italiano');
  await expect(sender.locator('html')).toHaveAttribute('lang', 'it');
  await openPage(sender, at(paths.inbox(aliasId)));
  await expect(sender.locator('html')).toHaveAttribute('lang', 'it');
  await context.close();
});
