// `npm run screenshots [-- NAME…]`: pictures of all screens, or of those that are named, in every look.
import fs from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { api } from '@/testing/people/account';
import { contextFor, looks, onPhone, type ScreenLook } from '@/testing/screens/looks';
import { photos, type Screen, screens } from '@/testing/screens/screens';
import { newcomerStates } from '@/testing/screens/states/newcomer-states';
import { ownerStates } from '@/testing/screens/states/owner-states';
import { shareStates } from '@/testing/screens/states/share-states';
import { uploadStates } from '@/testing/screens/states/upload-states';
import { visitorStates } from '@/testing/screens/states/visitor-states';
import { waitingStates } from '@/testing/screens/states/waiting-states';
import { ada, newcomer, seedStory } from '@/testing/screens/story';
import { TestServer } from '@/testing/server/test-server';
import { chromiumFlags, findChromium } from './lib/chromium.mjs';
import { shootWaysIn } from './screenshots/ways-in';

const folder = 'docs/screenshots';
const wanted = process.argv.slice(2);

const server = await TestServer.make({
  env: { SIGNUP_MODE: 'invite', INVITE_PASSWORD: 'of the story', SMTP_URL: 'smtp://127.0.0.1:1' },
});
let browser: Browser | undefined;
try {
  await server.start();
  seedStory(server);
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  const as = await api(ada, server.url);
  await shootAll({ all: screens, as, in: looks, folder });
  // What a person does on a page is told in English.
  const inStates = {
    in: { light: looks.light, dark: looks.dark },
    folder: `${folder}/states`,
  };
  const states = { ...visitorStates, ...shareStates, ...ownerStates, ...uploadStates, ...waitingStates };
  await shootAll({ all: states, as, ...inStates });
  await shootAll({ all: newcomerStates, as: await api(newcomer, server.url), ...inStates });
  if (wanted.length === 0) await shootWaysIn(browser, folder);
} finally {
  await browser?.close();
  await server.remove();
  photos.remove();
}

type Shots = {
  all: Record<string, Screen>;
  as: Awaited<ReturnType<typeof api>>;
  in: Record<string, ScreenLook>;
  folder: string;
};

async function shootAll({ all, as, in: looks, folder }: Shots): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  for (const [title, screen] of Object.entries(all)) {
    const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [look, settings] of Object.entries(looks))
      await shoot(screen, {
        as,
        look: screen.isOnPhone ? onPhone(settings) : settings,
        file: `${folder}/${name}-${look}.png`,
      }).catch(leaveOut);
  }
}

function leaveOut(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}

type Shot = { as: Shots['as']; look: ScreenLook; file: string };

async function shoot({ path, isSignedIn, act }: Screen, { as, look, file }: Shot): Promise<void> {
  if (!browser) return;
  const context = await contextFor(browser, look, { url: server.url, token: isSignedIn ? as.token : null });
  const page = await context.newPage();
  await page.goto(server.url + (typeof path === 'string' ? path : await path(as)), {
    waitUntil: 'networkidle',
  });
  await act?.(page);
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined); // answers may be held back
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${file}  ${Math.round(fs.statSync(file).size / 1024)} K\n`);
  await context.close();
}
