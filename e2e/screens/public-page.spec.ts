import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { dots, samples, sharedFiles, viewsOf } from '@/testing/people/shared-files';
import { expectAccessible } from '@/testing/screens/accessible';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { hold } from '../hold';

const { png, txt } = samples;

test.use({ isAlone: true, viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true });

const detailCall = /\/api\/v2\/open\/share\/[^/]+$/;

type SheetWindow = Window & { given: unknown[] };

/** Stands in for the system's sheet, which no test can press. */
const withSheet = (page: Page) =>
  page.addInitScript(() => {
    const given: unknown[] = [];
    const share = async ({ url, files = [] }: ShareData) => {
      given.push(url ?? files.map(({ name }) => name));
    };
    Object.assign(window, { given });
    Object.defineProperties(Navigator.prototype, {
      share: { value: share },
      canShare: { value: () => true },
    });
  });
const given = (page: Page) => page.evaluate(() => (window as unknown as SheetWindow).given);

test('all is downloaded by a press before the files are there, and the bar stays on a phone', async ({
  page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, dots(40));
  await withSheet(page);
  let calls = 0;
  const letGo = await hold(page, detailCall, () => ++calls > 0);
  await openPage(page, paths.open(linkId));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  letGo();
  expect((await download).suggestedFilename()).toBe('Plans.zip');
  expect([calls, await viewsOf(as, shareId)]).toEqual([1, 1]);

  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/thumbnail')) asked.add(request.url());
  });
  await openPage(page, paths.open(linkId));
  await expect.poll(() => asked.size).toBeGreaterThan(10);
  expect(asked.size).toBeLessThan(30);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => asked.size).toBeGreaterThan(35);
  await expect(page.getByRole('link', { name: 'Download all' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await given(page)).toEqual([running().url + paths.open(linkId)]);
  expect(calls).toBe(1);
  await expectAccessible(page, 'public page on a phone');
});

test('a page that is loaded ahead spends its view when a person sees it', async ({ page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [png, txt]);
  const seeAs = (value: string) =>
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  await page.addInitScript(seeAs, 'hidden');
  let calls = 0;
  page.on('request', (request) => (calls += Number(detailCall.test(request.url()))));
  await openPage(page, paths.open(linkId));
  expect([calls, await viewsOf(as, shareId)]).toEqual([0, 0]);
  await page.evaluate(seeAs, 'visible');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: 'notes.txt', exact: true })).toBeVisible();
  expect([calls, await viewsOf(as, shareId)]).toEqual([1, 1]);
});

test('selected pictures are saved one by one, by the system’s sheet or as downloads', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, dots(5));
  const select = async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'dot-11.png' }).check();
    await page.getByRole('checkbox', { name: 'dot-13.png' }).check();
    await expect(page.getByRole('link', { name: 'Download all' })).toBeHidden();
  };
  await openPage(page, paths.open(linkId));
  await select();
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Save 2 photos' }).click();
  await expect.poll(() => names.sort()).toEqual(['dot-11.png', 'dot-13.png']);

  await withSheet(page);
  await reloadPage(page);
  await select();
  await page.getByRole('button', { name: 'Save 2 photos' }).click();
  await expect.poll(() => given(page)).toEqual([['dot-11.png', 'dot-13.png']]);
});

test('the page says when the server has begun to send all of it', async ({ page, as }) => {
  const { linkId } = await sharedFiles(as, dots(3));
  await openPage(page, paths.open(linkId));
  await page.waitForLoadState('networkidle'); // what says it comes when nothing else does
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all' }).click();
  await expect(page.getByText(/^Your download has started: \d/)).toBeVisible();
  expect((await download).suggestedFilename()).toBe('Plans.zip');
});

test('a stranger’s page asks for no style sheet, nor does the page that a press leads to; both have their look', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [png, txt]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(request.url());
  });
  const bodyColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await openPage(page, paths.open(linkId));
  const color = await bodyColor();
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
  await page.getByRole('banner').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await bodyColor()).toBe(color);
  expect(asked).toEqual([]);
});
