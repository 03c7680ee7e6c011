// `npm run screenshots [-- NAME…]`: pictures of all screens, or of those that are named, in every look.
import fs from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { api } from '../e2e/account';
import { ada, tellStory } from '../e2e/story';
import { TestServer } from '../e2e/test-server';
import { chromiumFlags, findChromium } from './lib/chromium.mjs';
import { contextFor, type Look, looks } from './screenshots/looks';
import { photos, type Screen, screens } from './screenshots/screens';
import { shootWaysIn } from './screenshots/ways-in';

const folder = 'docs/screenshots';
const wanted = process.argv.slice(2);

const server = await TestServer.make({
  env: { SIGNUP_MODE: 'invite', INVITE_PASSWORD: 'of the screenshots', SMTP_URL: 'smtp://127.0.0.1:1' },
});
let browser: Browser | undefined;
try {
  await server.start();
  tellStory(server);
  const as = await api(ada, server.url);
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, screen] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { path, isSignedIn } = screen;
    const url = server.url + (typeof path === 'string' ? path : await path(as));
    const token = isSignedIn ? as.token : null;
    for (const [look, settings] of Object.entries(looks))
      await shoot(browser, { screen, look: settings, url, token, file: `${folder}/${name}-${look}.png` });
  }
  if (wanted.length === 0) await shootWaysIn(browser, folder);
} finally {
  await browser?.close();
  await server.remove();
  photos.remove();
}

type Shot = { screen: Screen; look: Look; url: string; token: string | null; file: string };

async function shoot(browser: Browser, { screen, look, url, token, file }: Shot): Promise<void> {
  const context = await contextFor(browser, look, { url: server.url, token });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await screen.act?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${file}  ${Math.round(fs.statSync(file).size / 1024)} K\n`);
  await context.close();
}
