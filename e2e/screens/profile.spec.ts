import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { expectAccessible } from '@/testing/screens/accessible';
import { openPage } from '@/testing/screens/alive';
import { photo, photos } from '@/testing/screens/photos';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('a sender’s name and picture stand beside message and documents, above all photos', async ({
  page,
  signedIn,
  as,
  browser,
}) => {
  const { linkId } = await sharedFiles(as, [...(await photos(4)), samples.txt], {
    name: 'Harbour',
    description: 'Here they are.',
  });
  await openPage(signedIn, paths.settings);
  const section = page.getByRole('region', { name: 'Profile' });
  const file = section.locator('input[type=file]');
  await file.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(section.getByText('This is not a PNG, JPEG or WebP picture')).toBeVisible();
  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: (await photo(2)).bytes });
  await expect(section.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await section.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
  await section.getByRole('textbox', { name: 'Line below' }).fill('Studio Harbour');
  await section.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffe08a');
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section.getByText('Saved.')).toBeVisible();
  await expectAccessible(page, 'profile');

  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  const visitor = await context.newPage();
  await openPage(visitor, running().url + paths.open(linkId));
  const main = visitor.getByRole('main');
  await expect(main.getByText('Studio Harbour')).toBeVisible();
  const face = main.locator('[data-sender] img');
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await expect(visitor.getByText(/^expires in/)).toHaveAttribute('title', /(CET|CEST|GMT\+[12])$/);
  await expect(visitor.getByRole('banner').getByRole('link')).toHaveCount(0);
  await expect(visitor.getByRole('contentinfo').locator('svg').filter({ visible: true })).toHaveCount(1);
  const open = main.getByRole('button', { name: 'Open notes.txt' });
  const firstPhoto = main.getByRole('button', { name: 'photo-001.jpg', exact: true });
  const topOf = async (part: typeof open) => (await part.boundingBox())?.y ?? 0;
  await expect(firstPhoto).toBeVisible();
  expect(await topOf(open)).toBeLessThan(await topOf(firstPhoto));
  await expectAccessible(visitor, 'named sender');
  await open.click();
  await expect(visitor.getByText('Grüße aus dem Hafen')).toBeVisible();

  await openPage(visitor, running().url + paths.inbox(await newAlias(as)));
  await expect(visitor.getByRole('main').getByText('Ada Lovelace', { exact: true })).toBeVisible();
  await context.close();
});
