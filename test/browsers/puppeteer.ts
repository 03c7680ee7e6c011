import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer, { type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core';
import { chromiumFlags } from '@/scripts/lib/chromium.mjs';
import type { Driver } from './driver';

export const firefox = (executablePath: string): Promise<Driver> =>
  start('Firefox', (folder) => ({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
    },
  }));

export const chromium = (executablePath: string): Promise<Driver> =>
  start('Chromium', (folder) => ({
    browser: 'chrome',
    executablePath,
    args: [...chromiumFlags, '--lang=en-GB'],
    downloadBehavior: { policy: 'allow', downloadPath: folder },
  }));

async function start(name: string, optionsFor: (downloads: string) => LaunchOptions): Promise<Driver> {
  const downloads = fs.mkdtempSync(path.join(os.tmpdir(), `slipway-${name.toLowerCase()}-`));
  const browser = await puppeteer.launch({ headless: true, ...optionsFor(downloads) });
  const page: Page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  page.on('dialog', (dialog) => void dialog.accept()); // accepts the question whether to leave an upload
  return {
    name,
    downloads,
    resize: (width, height) => page.setViewport({ width, height }),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    url: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    pressAt: (x, y, times = 1) => page.mouse.click(x, y, { count: times }),
    type: (text) => page.keyboard.type(text),
    choose: async (files) => {
      const field = (await page.$('input[type=file]')) as ElementHandle<HTMLInputElement> | null;
      await field?.uploadFile(...files);
    },
    key: (name) => page.keyboard.press(name),
    screenshot: async (file) => fs.writeFileSync(file, await page.screenshot()),
    forgetCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    close: async () => {
      await browser.close();
      fs.rmSync(downloads, { recursive: true });
    },
  };
}
