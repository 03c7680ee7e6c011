import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { expect, test } from '../fixtures';
import { raw } from '../raw';
import { samples, sharedFiles } from '../shared-files';

const { png, svg, html, txt, wav, pdf, zip } = samples;

/** What a visitor's browser asked for besides us, and what uploaded files made it ask. */
function strayRequests(page: Page): string[] {
  const stray: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs = url.protocol === 'blob:' || url.protocol === 'data:' || url.hostname === 'localhost';
    if (!isOurs || url.pathname.endsWith('-ran')) stray.push(request.url());
  });
  return stray;
}

const fileButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('files are shown in the page, and nothing in them acts', async ({ page, as }) => {
  const description =
    'Look: ![picture](https://elsewhere.example/pixel.png) <img src="https://elsewhere.example/x">';
  const { linkId } = await sharedFiles(as, [png, svg, html, txt, wav, pdf, zip], { description });
  const stray = strayRequests(page);
  await page.goto(paths.open(linkId));
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

test('the viewer is walked with the keyboard alone and gives the focus back', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [png, txt, pdf, zip]);
  await page.goto(paths.open(linkId));
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
  await page.goto(paths.open(linkId));
  await fileButton(page, 'launch.py').click();
  const code = page.getByRole('dialog').locator('pre');
  await expect(code).toHaveText('def launch(n):\n    return "away" * n\n');
  const word = code.getByText('return', { exact: true });
  const plain = await code.evaluate((element) => getComputedStyle(element).color);
  await expect(word).not.toHaveCSS('color', plain);
});

test('a picture is zoomed in and out and fitted again', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, [svg]);
  await page.goto(paths.open(linkId));
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
