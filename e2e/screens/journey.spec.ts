import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { alive, openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { SlowWire } from '../slow-wire';

const password = 'low tide at 7';
const fifty = {
  'film.mp4': 16_000_000,
  ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`photos/photo ${n}.jpg`, 20_000 * n + 1])),
  ...Object.fromEntries(Array.from({ length: 18 }, (_, n) => [`photos/raw/ロール ${n}.raw`, 90_000 + n])),
  'Reiseführer.txt': 0,
};

test('a folder of fifty files goes from one person’s hands into another’s, every byte the same', async ({
  page,
  browser,
  account,
}) => {
  const folder = new LocalFolder('trip', fifty);

  await openPage(page, paths.newShare); // signed out: the login page, and back
  await page.getByLabel('Login').fill(account.login);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.newShare}$`));

  await alive(page); // a drop before the page's script runs is the browser's own business
  await drop(page, [folder.path]);
  await expect(page.getByText('50 files').first()).toBeVisible();
  await page.getByRole('button', { name: 'No password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  const seen = await watchProgress(page);
  await SlowWire.of(page, 6_000_000); // with a progress that can be watched
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 60_000 });
  const percents = await seen();
  expect(percents).toEqual(percents.toSorted((a, b) => a - b)); // never backwards
  expect(percents.filter((percent) => percent > 5 && percent < 95).length).toBeGreaterThan(3);
  const link = (await page.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';

  const visitor = await browser.newContext({ baseURL: running().url });
  const received = await receiveAll(await visitor.newPage(), link);
  expect(received).toEqual(new Map([...folder.sums].map(([path, sum]) => [path.split('/').at(-1), sum])));
  await visitor.close();
  folder.remove();
});

/** Records each value of the progress bar inside the page, so that none is missed. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  const seen: number[] = [];
  await page.exposeFunction('noteProgress', (percent: number) => seen.push(percent));
  await page.evaluate(() => {
    let last = '';
    const look = () => {
      const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? last;
      if (now === last) return;
      last = now;
      (window as typeof window & { noteProgress: (percent: number) => void }).noteProgress(Number(now));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return async () => seen;
}

/** A sample, because Chromium drops downloads of a page beyond ten per second. */
const clicked = /film|Reise|ロール [0-5]\./;

/** Opens a link with the password and downloads each file, some by a click. Returns SHA-256 by file name. */
async function receiveAll(page: Page, link: string): Promise<Map<string, string>> {
  await openPage(page, link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Open' }).click();
  const links = page.getByRole('link', { name: /^Download (?!all)/ });
  await expect(links).toHaveCount(50);
  const sums = new Map<string, string>();
  for (const one of await links.all()) {
    const name = ((await one.getAttribute('aria-label')) ?? '').replace(/^Download /, '');
    sums.set(...(clicked.test(name) ? await downloaded(page, one) : await fetched(page, one, name)));
  }
  return sums;
}

async function downloaded(page: Page, link: Locator): Promise<[string, string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const hash = createHash('sha256');
  for await (const part of await download.createReadStream()) hash.update(part);
  await download.delete();
  return [download.suggestedFilename(), hash.digest('hex')];
}

async function fetched(page: Page, link: Locator, name: string): Promise<[string, string]> {
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.status()).toBe(200);
  const hash = createHash('sha256').update(await answer.body());
  return [name, hash.digest('hex')];
}
