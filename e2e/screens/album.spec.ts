import { album } from '@/lib/contract/alias/album';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import { holder } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { upload } from '@/testing/people/upload';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { countClicks } from '@/testing/screens/count-clicks';
import { LocalFolder } from '@/testing/screens/local-folder';
import { photos } from '@/testing/screens/photos';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { unfold } from '../unfold';

// Pictures are made after everything else, which takes a while on a busy machine.
const count = isLong ? 200 : 3;

test.describe('on a phone', () => {
  test.use({ isAlone: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('guests of a wedding see what everybody has sent, and remove what is theirs', async ({
    signedIn: page,
    as,
    browser,
  }) => {
    const id = await newAlias(as, { name: 'Our wedding' });
    await openPage(page, paths.alias(id));
    const album = (await unfold(page, 'Access')).getByRole('group', { name: 'Album' });
    await album.getByRole('radio', { name: 'Everything' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Open album' })).toBeVisible();
    await expect(page.getByText('Senders see everyone’s files at once')).toBeVisible();

    const guests = await Promise.all(
      [1, 2].map(async () => {
        const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
        return context.newPage();
      }),
    );
    const [ada, grace] = guests;
    if (!ada || !grace) throw new Error('No guests.');
    const clicks = await countClicks(grace.context());
    const send = async (guest: typeof ada, files: string[]) => {
      await openPage(guest, running().url + paths.inbox(id));
      await expect(guest.getByText('Everyone with the album’s link sees what you send.')).toBeVisible();
      await expect(guest.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
      await guest.locator('input[type=file]').first().setInputFiles(files);
      await guest.getByRole('button', { name: /^Send \d/ }).click();
      await expect(guest.getByRole('heading', { name: 'Our wedding', level: 1 })).toBeVisible();
      await expect(guest.getByRole('main').getByText('All files sent')).toBeVisible();
    };
    const tile = (guest: typeof ada, { name }: { name: string }) =>
      guest.getByRole('button', { name, exact: true });
    const camera = new LocalFolder('camera', {});
    const [first, second, third, ...more] = (await photos(count)).map(({ name, bytes }) => ({
      name,
      path: camera.add(name, bytes),
    }));
    if (!first || !second || !third) throw new Error('No photos.');
    await send(
      ada,
      [first, second, ...more].map(({ path }) => path),
    );
    await send(grace, [third.path]);
    camera.remove();

    for (const photo of [first, second, third]) await expect(tile(grace, photo)).toBeVisible();
    // Their small pictures come by themselves.
    const drawn = grace.locator('section[aria-labelledby=files] img[style*="opacity: 1"]');
    await expect.poll(() => drawn.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    const removeButton = grace.getByRole('dialog').getByRole('button', { name: /^Remove/ });
    await tile(grace, first).click();
    await expect(grace.getByRole('dialog')).toBeVisible();
    await expect(removeButton).toHaveCount(0);
    await grace.keyboard.press('Escape');
    await expect(grace.getByText('You have added 1 file')).toBeVisible();

    const before = clicks();
    await tile(grace, third).click();
    await removeButton.click();
    await expect(tile(grace, third)).toHaveCount(0);
    expect(clicks() - before).toBe(2);
    await grace.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(tile(grace, third)).toBeVisible();
    await tile(grace, third).click();
    await removeButton.click();
    await expect(grace.getByText(`${third.name} was removed.`)).toBeVisible();
    await expect(grace.getByText(/^You have added/)).toHaveCount(0);
    const link = grace.url();
    await grace.getByRole('link', { name: 'Add files' }).click(); // nothing can be undone after that
    await expect(grace.getByText('Everyone with the album’s link sees what you send.')).toBeVisible();
    await grace.getByRole('link', { name: 'See everyone’s files' }).click();
    await expect(tile(grace, first)).toBeVisible();
    await expect(tile(grace, third)).toHaveCount(0);

    await openPage(ada, link);
    await expect(tile(ada, first)).toBeVisible();
    await expect(tile(ada, third)).toHaveCount(0);
    await expect(ada.getByText(`You have added ${count - 1} files`)).toBeVisible();
    await ada.getByRole('link', { name: 'Add files' }).click();
    await expect(ada).toHaveURL(new RegExp(`${paths.inbox(id)}$`));
    await Promise.all(guests.map((guest) => guest.context().close()));

    await page.getByRole('link', { name: 'Open album' }).click();
    await expect(page.getByRole('heading', { name: 'Our wedding', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: first.name, exact: true })).toBeVisible();
  });
});

test('with approval senders see a delivery once it is put into the album', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const id = await newAlias(as, { name: 'Contest' });
  await openPage(page, paths.alias(id));
  await (await unfold(page, 'Access')).getByRole('radio', { name: 'Approved' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Open album' })).toBeVisible();
  await expect(page.getByText('Senders see only what you or a member add to the album.')).toBeVisible();
  const { id: shareId } = await holder(id).call(share.createThroughAlias, {
    body: { name: 'From Ada', maxViews: 1 },
  });
  await upload(as, shareId, { name: 'poem.txt', content: 'Roses' });

  const visitor = await browser.newPage();
  await openPage(visitor, running().url + paths.inbox(id));
  await visitor.getByRole('link', { name: 'See everyone’s files' }).click();
  await expect(visitor.getByRole('heading', { name: 'Contest', level: 1 })).toBeVisible();
  await expect(visitor.getByText('poem.txt')).toHaveCount(0);

  await openPage(page, paths.deliveries(id));
  await page.getByRole('link', { name: /^From Ada/ }).click();
  await page.getByRole('button', { name: 'Add to album' }).click();
  await expect(page.getByRole('button', { name: 'Add to album' })).toHaveCount(0);
  await reloadPage(visitor);
  await expect(visitor.getByRole('button', { name: 'poem.txt', exact: true })).toBeVisible();
  await visitor.close();
});

test('visitors who have opened a share with its password add to it, until that is switched off', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt], { name: 'Hike', password: 'sesame' });
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  const allowed = page.getByRole('switch', { name: 'Visitors can add files' });
  await allowed.check();
  await expect(page.getByRole('link', { name: 'What they may add' })).toBeVisible();

  const visitor = await browser.newPage();
  await openPage(visitor, running().url + paths.open(linkId));
  await visitor.getByLabel('Password', { exact: true }).fill('sesame');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await visitor.getByRole('link', { name: 'Add files' }).click();
  await visitor
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await visitor.getByRole('button', { name: /^Send \d/ }).click();
  await expect(visitor.getByRole('heading', { name: 'All files sent' })).toBeVisible();
  await openPage(visitor, running().url + paths.open(linkId));
  await expect(visitor.getByRole('button', { name: 'map.txt', exact: true })).toBeVisible();
  const { files } = await as.call(share.get, { params: { id: shareId } });
  expect(files.map(({ filename }) => filename)).toEqual(['map.txt', samples.txt.name]);

  await allowed.uncheck();
  await expect(page.getByRole('link', { name: 'What they may add' })).toHaveCount(0);
  await reloadPage(visitor);
  await expect(visitor.getByRole('link', { name: 'Add files' })).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'map.txt', exact: true })).toBeVisible();
  await visitor.close();
});

test('a file that a visitor removed in another tab is gone here too, without an error', async ({
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt], { name: 'Hike' });
  const { alias } = await as.call(album.ofShare, { params: { id: shareId }, body: { value: true } });
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await openPage(visitor, running().url + paths.inbox(alias ?? ''));
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
  await visitor
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('map.txt'), file('sea.txt')]);
  await visitor.getByRole('button', { name: /^Send \d/ }).click();
  await expect(visitor.getByRole('button', { name: 'map.txt', exact: true })).toBeVisible();
  const second = await context.newPage();
  await openPage(second, running().url + paths.open(linkId));
  const remove = (page: typeof second, name: string) =>
    page.getByRole('button', { name: `Remove ${name}` }).click();

  await remove(visitor, 'map.txt');
  await visitor.goto('about:blank'); // removes it now
  const names = async () =>
    (await as.call(share.get, { params: { id: shareId } })).files.map(({ filename }) => filename).sort();
  await expect.poll(names).toEqual([samples.txt.name, 'sea.txt']);
  const refused = second.waitForResponse((response) => response.url().endsWith(album.remove.path));
  await remove(second, 'map.txt');
  const reloaded = second.waitForResponse(
    (response) => new URL(response.url()).pathname === open.get.path.replace('{id}', linkId),
  );
  await remove(second, 'sea.txt'); // the first is asked for now
  expect((await refused).status()).toBe(404);
  await reloaded;
  await expect(second.getByRole('button', { name: 'map.txt', exact: true })).toHaveCount(0);
  await expect(second.getByText('This file doesn’t exist.')).toHaveCount(0);
  await context.close();
});
