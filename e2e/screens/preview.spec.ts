import fs from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { displayablePictures } from '@/lib/domain/file/file-type';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

test.use({ isAlone: true }); // for a clock and a touchscreen

const { png, svg, html, txt, wav, pdf, zip } = samples;

function strayRequests(page: Page): string[] {
  const stray: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs = url.protocol === 'blob:' || url.protocol === 'data:' || url.hostname === 'localhost';
    if (!isOurs || url.pathname.endsWith('-ran')) stray.push(request.url());
  });
  return stray;
}

/** Larger than any window, so that it can be panned at its own size. */
const chart = {
  name: 'chart.svg',
  type: 'image/svg+xml',
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"/>'),
};

async function swipeLeft(page: Page, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y })) });
  await touch('touchStart', 700);
  for (const x of [690, 660, 620, 560, 500]) await touch('touchMove', x);
  await touch('touchEnd');
  await session.detach();
}

const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('files are shown in the page, and nothing in them acts', async ({ page, as }) => {
  const description =
    'Look: ![picture](https://elsewhere.example/pixel.png) <img src="https://elsewhere.example/x">';
  const { linkId } = await sharedFiles(as, [png, svg, html, txt, wav, pdf, zip], { description });
  const stray = strayRequests(page);
  await openPage(page, paths.open(linkId));
  await expect(page.getByRole('link', { name: 'picture' })).toHaveAttribute('rel', 'noopener nofollow ugc');
  const viewer = page.getByRole('dialog');
  const shown = async (name: string) => {
    await fileButton(page, name).click();
    return viewer;
  };

  await expect((await shown('dot.png')).getByRole('img', { name: 'dot.png' })).toHaveJSProperty(
    'naturalWidth',
    1,
  );
  await page.keyboard.press('Escape');
  await expect((await shown('logo.svg')).getByRole('img', { name: 'logo.svg' })).toHaveJSProperty(
    'naturalWidth',
    40,
  );
  await page.keyboard.press('Escape');
  await expect((await shown('page.html')).getByText('<h1>Hello</h1><script>')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect((await shown('tone.wav')).locator('audio')).toHaveJSProperty('duration', 1);
  await page.keyboard.press('Escape');

  const frame = (await shown('plan.pdf')).frameLocator('iframe');
  await expect(frame.getByText('First page')).toBeAttached();
  await expect(frame.locator('canvas').first()).toBeVisible();
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
  await page.keyboard.press('End');
  await expect(viewer.getByText('Page 2 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await expect(fileButton(page, 'all.zip')).toHaveCount(0);
  expect(stray).toEqual([]);
  expect(await page.title()).toContain('Plans');
});

test('a picture of each type that is shown is drawn, and a film plays', async ({ page, as }) => {
  const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: '#c85028' } });
  const formats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const;
  const made = await Promise.all(formats.map((format) => plain.clone().toFormat(format).toBuffer()));
  const pictures = [
    ...formats.map((format, nth) => ({ format, bytes: made[nth] ?? Buffer.of() })),
    { format: 'bmp', bytes: bitmap(40, 20) },
  ].map(({ format, bytes }) => ({ name: `a.${format}`, type: `image/${format}`, bytes }));
  expect(pictures.map(({ type }) => type).sort()).toEqual([...displayablePictures].sort());
  const film = { name: 'b.webm', type: 'video/webm', bytes: fs.readFileSync('test/browsers/film.webm') };
  const { linkId } = await sharedFiles(as, [...pictures, film]);
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'a.avif').click();
  for (const { name } of pictures.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const picture = page.getByRole('dialog').getByRole('img', { name, exact: true });
    await expect(picture).toHaveJSProperty('naturalWidth', 40);
    await page.keyboard.press('ArrowRight');
  }
  await expect(page.getByRole('dialog').locator('video')).not.toHaveJSProperty('videoWidth', 0);
});

function bitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54 + width * height * 3);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

test('a PDF stays for as long as somebody reads it', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [samples.pdf]);
  await page.clock.install();
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'plan.pdf').click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(viewer.frameLocator('iframe').locator('canvas').first()).toBeVisible();
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
});

test('the page that draws PDFs reaches nothing and is nobody', async () => {
  const { headers } = await raw('GET', '/pdf/viewer.html');
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "connect-src 'none'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/allow-same-origin|'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
  expect(headers.get('x-frame-options')).toBeNull();
});

test('an old text is read as it was written, or as somebody chooses', async ({ page, as }) => {
  const bytes = Buffer.from('gqiQophigsmCyILBgsSCqILogtyCt4FCjKmQz4+RgvCCqJGXguiCtYLcgreBQg==', 'base64');
  const { linkId } = await sharedFiles(as, [
    { ...txt, bytes },
    { ...txt, name: 'new.txt' },
  ]);
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'notes.txt').click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('お世話になっております。')).toBeVisible();
  const encoding = viewer.getByRole('combobox', { name: 'Encoding' });
  await expect(encoding).toHaveValue('shift_jis');
  await encoding.selectOption('Cyrillic (KOI8-R)');
  await expect(viewer.getByText('┌╗░╒≤b')).toBeVisible();
  await page.keyboard.press('Escape');
  await fileButton(page, 'new.txt').click();
  await expect(viewer.getByText('Grüße aus dem Hafen')).toBeVisible();
  await expect(encoding).toBeHidden();
});

test('the viewer is walked with the keyboard alone and gives the focus back', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [png, txt, pdf, zip]);
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'notes.txt').focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer).toHaveAccessibleName('Preview of notes.txt');
  await expect(viewer.getByText('2/3')).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(viewer.frameLocator('iframe').getByText('First page')).toBeAttached();
  await expect(viewer.locator('iframe')).toBeFocused();
  await page.keyboard.press('ArrowRight'); // pressed inside the frame
  await expect(viewer).toHaveAccessibleName('Preview of dot.png');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toHaveAccessibleName('Preview of plan.pdf');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(fileButton(page, 'notes.txt')).toBeFocused();
});

test('code is shown in colours, and says what the file says', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [samples.code]);
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'launch.py').click();
  const code = page.getByRole('dialog').locator('pre');
  await expect(code).toHaveText('def launch(n):\n    return "away" * n\n');
  const word = code.getByText('return', { exact: true });
  const plain = await code.evaluate((element) => getComputedStyle(element).color);
  await expect(word).not.toHaveCSS('color', plain);
});

test('a picture is zoomed in and out and fitted again', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [svg]);
  await openPage(page, paths.open(linkId));
  await fileButton(page, 'logo.svg').click();
  const picture = page.getByRole('img', { name: 'logo.svg' });
  const width = () => picture.evaluate((image) => image.getBoundingClientRect().width);
  const zoom = page.getByRole('toolbar', { name: 'Zoom' });
  await zoom.getByRole('button', { name: '100%' }).click();
  await expect.poll(width).toBe(40);
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBe(60);
  await expect(zoom.getByRole('button', { name: '150%' })).toBeVisible();
  await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBe(40);
  await zoom.getByRole('button', { name: 'Fit to window' }).click();
  await expect(zoom.getByRole('button', { name: '100%' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a finger turns to the next file, but moves what is zoomed and seeks in what plays', async ({
    page,
    as,
  }) => {
    const { linkId } = await sharedFiles(as, [chart, txt, wav]);
    await openPage(page, paths.open(linkId));
    await fileButton(page, 'chart.svg').click();
    const viewer = page.getByRole('dialog');
    const picture = page.getByRole('img', { name: 'chart.svg' });
    await expect(picture).toHaveJSProperty('naturalWidth', 4000);
    await swipeLeft(page, 300);
    await expect(viewer).toHaveAccessibleName('Preview of notes.txt');
    await page.keyboard.press('ArrowLeft');
    await expect(viewer).toHaveAccessibleName('Preview of chart.svg');

    await page.getByRole('toolbar', { name: 'Zoom' }).getByRole('button', { name: '100%' }).click();
    await expect.poll(() => picture.evaluate((image) => image.clientWidth)).toBe(4000);
    const moved = () => picture.evaluate((image) => image.parentElement?.scrollLeft);
    await swipeLeft(page, 300);
    await expect.poll(moved).toBeGreaterThan(50);
    await expect(viewer).toHaveAccessibleName('Preview of chart.svg');

    await page.keyboard.press('ArrowLeft');
    const player = viewer.locator('audio');
    await expect(player).toHaveJSProperty('duration', 1);
    const { y = 0, height = 0 } = (await player.boundingBox()) ?? {};
    await swipeLeft(page, y + height / 2);
    await swipeLeft(page, y - 100);
    await expect(viewer).toHaveAccessibleName('Preview of chart.svg');
  });
});
