import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { samples, sharedFiles, viewsOf } from '@/testing/people/shared-files';
import { expectAccessible } from '@/testing/screens/accessible';
import { openPage } from '@/testing/screens/alive';
import { photos } from '@/testing/screens/photos';
import { expect, test } from '../fixtures';
import { holdScripts } from '../hold';

const { txt, png } = samples;

// Pictures are made after everything else, which takes a while on a busy machine.
const tile = (page: Page, n: number) => page.getByRole('button', { name: `photo-00${n}.jpg`, exact: true });

function fetched(page: Page) {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/file\//.test(pathname) && request.method() === 'GET') paths.push(pathname + search);
  });
  return {
    small: () => paths.filter((path) => path.includes('/thumbnail')),
    whole: () => paths.filter((path) => !path.includes('/thumbnail')),
  };
}

const drawn = (page: Page) =>
  page.evaluate(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('section[aria-labelledby=files] img')];
    return pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
  });

test('a share of photos opens as a grid of small pictures, and no photo itself is fetched', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [...(await photos(5)), txt]);
  const requests = fetched(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, paths.open(linkId));
  await expect(tile(page, 5)).toBeVisible();
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(5);
  const tops = await Promise.all(
    [1, 2, 3, 4].map(async (n) => Math.round((await tile(page, n).boundingBox())?.y ?? 0)),
  );
  expect(new Set(tops.slice(1)).size).toBe(1);
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
  await expect(page.getByRole('button', { name: 'notes.txt', exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(requests.whole()).toEqual([]);
  expect(requests.small().length).toBeGreaterThanOrEqual(5);
  await expectAccessible(page, 'photos');

  await openPage(page, `${paths.open(linkId)}?view=1`);
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
});

test('the first photo is drawn before the scripts have come, once and for one view', async ({ page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, await photos(4), { maxDownloads: 9 });
  await openPage(page, paths.open(linkId));
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(4);
  await page.context().clearCookies();
  const requests = fetched(page);
  const letGo = await holdScripts(page);
  await page.goto(paths.open(linkId), { waitUntil: 'commit' });
  const cover = page.locator('#cover');
  await expect(cover).toHaveJSProperty('naturalWidth', 1200);
  const place = await cover.boundingBox();
  letGo();
  await expect.poll(() => drawn(page)).toBe(4);
  expect(await tile(page, 1).boundingBox()).toEqual(place);
  expect(requests.small().filter((path) => path.includes('large=1'))).toHaveLength(1);
  expect(await viewsOf(as, shareId)).toBe(2);
});

test('photos are selected only after Select, and the bar stays at the lower edge', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, await photos(4));
  await page.setViewportSize({ width: 390, height: 500 });
  await openPage(page, paths.open(linkId));
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'photo-001.jpg' }).check();
  await page.getByRole('checkbox', { name: 'photo-003.jpg' }).check();
  await expect(page.getByText('2 of 4 selected')).toBeInViewport();
  await expect(page.getByRole('link', { name: /^Download 2 files as ZIP/ })).toBeInViewport();
  await expectAccessible(page, 'photos being selected');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in a list the bar of a selection stays in sight, too', async ({ page, as }) => {
  const texts = Array.from({ length: 30 }, (_, n) => ({ ...txt, name: `notes-${n + 10}.txt` }));
  const { linkId } = await sharedFiles(as, texts);
  await openPage(page, paths.open(linkId));
  await page.getByRole('checkbox', { name: 'Select notes-10.txt', exact: true }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByText('1 of 30 selected')).toBeInViewport();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('Back closes the viewer and stays on the page, however it was left before', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [png, txt]);
  const viewer = page.getByRole('dialog');
  await openPage(page, paths.open(linkId));
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(paths.open(linkId));

  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('button', { name: 'notes.txt', exact: true })).toBeFocused();
  const before = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('the viewer shows a middle-sized picture, has the next one already, and fetches the photo for who zooms', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, await photos(4));
  await openPage(page, paths.open(linkId));
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(4);
  const requests = fetched(page);
  await tile(page, 3).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'photo-003.jpg' });
  await expect(picture).toHaveJSProperty('naturalWidth', 1200);
  // It, and the one on either side; a browser may ask about one of them again.
  const ahead = () => new Set(requests.small().filter((path) => path.includes('large=1'))).size;
  await expect.poll(ahead).toBe(3);
  expect(requests.whole()).toEqual([]);
  await page.getByRole('toolbar', { name: 'Zoom' }).getByRole('button', { name: '100%' }).click();
  await expect.poll(() => picture.evaluate((image) => image.clientWidth)).toBe(1200);
  expect(requests.whole()).toHaveLength(1);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('the picture goes with the finger, comes back, and turns when it was meant', async ({ page, as }) => {
    const { linkId } = await sharedFiles(as, await photos(4));
    await openPage(page, paths.open(linkId));
    await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(4);
    await tile(page, 2).click();
    const viewer = page.getByRole('dialog');
    const picture = viewer.getByRole('img', { name: 'photo-002.jpg' });
    await expect(picture).toHaveJSProperty('complete', true);
    const left = async () => Math.round((await picture.boundingBox())?.x ?? 0);
    const rest = await left();

    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y: 400 })) });
    await touch('touchStart', 700);
    await touch('touchMove', 690);
    await touch('touchMove', 660);
    await expect.poll(left).toBe(rest - 40);
    await touch('touchEnd');
    await expect.poll(left).toBe(rest);

    await touch('touchStart', 700);
    for (const x of [690, 640, 580]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect(viewer).toHaveAccessibleName('Preview of photo-003.jpg');
    await expect(viewer.getByRole('img', { name: 'photo-003.jpg' })).toBeInViewport();
  });
});
