import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Download, Page } from '@playwright/test';
import { choiceCookieNames, cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { drop } from '@/testing/screens/local-folder';
import type { UnwatchedChromium } from './unwatched';

export const patienceMs = 60 * 60_000;

/** @returns its SHA-256 */
export async function makeFile(file: string, bytes: number): Promise<string> {
  const block = randomBytes(16_000_000);
  for (let at = 0; at < bytes; at += block.length) {
    block.writeDoubleLE(at, 0);
    fs.appendFileSync(file, block.subarray(0, Math.min(block.length, bytes - at)));
  }
  return sumOf(file);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function checkSum(file: string, wanted: string): Promise<void> {
  const sum = await sumOf(file);
  if (sum !== wanted) throw new Error(`SHA-256 ${sum} in place of ${wanted}`);
}

export async function until(what: string, look: () => Promise<unknown> | unknown): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`Waited for: ${what}`);
    await delay(20);
  }
}

/** Everything up to the button that sends. */
export async function choose(
  page: Page,
  { url, token, file, isSealed }: { url: string; token: string; file: string; isSealed: boolean },
): Promise<void> {
  await page.context().addCookies([
    { name: cookieNames.auth, value: token, url },
    { name: choiceCookieNames.language, value: 'en', url },
  ]);
  await page.goto(url + paths.newShare, { waitUntil: 'networkidle' });
  if (isSealed) {
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('switch', { name: /^Seal it/ }).check();
  }
  await drop(page, [file]);
  await page.getByRole('list', { name: 'Files' }).waitFor();
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get link' }).click();
  await page.getByRole('heading', { name: 'Your link is ready' }).waitFor({ timeout: patienceMs });
}

const sentTitle = 'sent';

/** As `send`, in a browser that nothing watches meanwhile. */
export async function sendAlone(browser: UnwatchedChromium): Promise<void> {
  const page = await browser.watch();
  await page.evaluate((title) => {
    setInterval(() => {
      const headings = [...document.querySelectorAll('h1, h2')];
      if (headings.some(({ textContent }) => textContent === 'Your link is ready')) document.title = title;
    }, 100);
  }, sentTitle);
  await page.getByRole('button', { name: 'Get link' }).click();
  await browser.leaveUntil(sentTitle);
}

/** @param sender after it has sent */
export async function visit(page: Page, sender: Page, url: string): Promise<Page> {
  const link = (await sender.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
  const { pathname, hash } = new URL(link, url);
  await page.goto(url + pathname + hash, { waitUntil: 'networkidle' });
  return page;
}

const fileName = 'large.bin';

export async function download(page: Page): Promise<Download> {
  const coming = page.waitForEvent('download', { timeout: patienceMs });
  await downloadOf(page).click();
  return coming;
}

const downloadOf = (page: Page) => {
  const name = `Download ${fileName}`;
  return page.getByRole('link', { name }).or(page.getByRole('button', { name })).first();
};

/** As `download`, in a browser that nothing watches meanwhile. @returns the saved file */
export async function downloadAlone(browser: UnwatchedChromium): Promise<string> {
  const saved = browser.downloaded(fileName);
  const onceAlone = (button: HTMLElement | SVGElement) => {
    setTimeout(() => (button as HTMLElement).click(), 500);
  };
  await downloadOf(await browser.watch()).evaluate(onceAlone);
  await browser.leave();
  await until('the file is saved', () => fs.existsSync(saved));
  return saved;
}
