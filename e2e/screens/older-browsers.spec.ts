import type { Page } from '@playwright/test';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';

/** Functions newer than Chrome 111, Firefox 128 or Safari 16.4. */
const newer = [
  'AbortSignal.any',
  'Array.fromAsync',
  'ArrayBuffer.prototype.transfer',
  'Element.prototype.checkVisibility',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'Intl.DurationFormat',
  'Iterator',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Response.prototype.bytes',
  'Blob.prototype.bytes',
  'URL.canParse',
  'URL.parse',
  'Document.prototype.startViewTransition',
  'DataTransferItem.prototype.getAsFileSystemHandle',
  'ReadableStream.from',
  'cookieStore',
  'crypto.randomUUID',
  'requestIdleCallback',
  'scheduler',
  'showOpenFilePicker',
  ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'].map(
    (name) => `Set.prototype.${name}`,
  ),
];

/** Removes functions before any script of the page runs; fails for those that can't be removed. */
async function without(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript((names) => {
    const own = (holder: object, name: string) => {
      for (let at: object | null = holder; at; at = Object.getPrototypeOf(at))
        Reflect.deleteProperty(at, name);
    };
    for (const full of names) {
      const steps = full.split('.');
      const name = steps.pop() ?? '';
      const holder = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], window);
      if (holder) own(holder, name);
    }
  }, names);
}

test('the oldest browsers that README names open a locked share, send, upload and search', async ({
  page,
  signedIn,
  as,
}) => {
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  await without(page, newer);
  const { linkId } = await sharedFiles(as, [samples.png, samples.pdf], { password: 'low tide at 7' });
  await openPage(page, paths.open(linkId));
  expect(await page.evaluate(() => ['any' in AbortSignal, 'withResolvers' in Promise])).toEqual([
    false,
    false,
  ]);
  await page.getByLabel('Password', { exact: true }).fill('low tide at 7');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'plan.pdf', exact: true }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();

  const folder = new LocalFolder('trip', { 'plan.md': 900, 'photo.jpg': 400_000 });
  await openPage(page, paths.inbox(await newAlias(as)));
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Send 2 files' }).click();
  await expect(page.getByRole('heading', { name: 'All files sent' })).toBeVisible();

  await openPage(signedIn, paths.newShare);
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  const { items } = await as.call(share.search, { query: {} });
  expect(items).toHaveLength(3);

  await openPage(page, paths.shares);
  await page.getByRole('searchbox').fill('Plans');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2); // with the heads
  expect(troubles).toEqual([]);
  folder.remove();
});

for (const missing of ['AbortSignal.timeout', 'Array.prototype.toSorted', 'CSS.registerProperty']) {
  test(`a browser without ${missing} is told that it is too old, in its language, and nothing else`, async ({
    browser,
    baseURL,
    as,
  }) => {
    const { linkId } = await sharedFiles(as, [samples.txt]);
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'de-DE' });
    await without(page, [missing]);
    for (const path of [paths.login(), paths.open(linkId), paths.inbox(await newAlias(as))]) {
      await page.goto(path);
      await expect(page.getByRole('heading')).toHaveText(['Dieser Browser ist zu alt']);
      await expect(page.getByText('Safari oder iOS ab 16.4')).toBeVisible();
      await expect(page.getByRole('link')).toHaveCount(0);
    }
    await page.close();
  });
}

test('a browser that is new enough never sees that page', async ({ page }) => {
  await openPage(page, paths.login());
  await expect(page.getByRole('heading', { name: /^Sign in/ })).toBeVisible();
  await expect(page.locator('#old-browser')).toBeHidden();
});
