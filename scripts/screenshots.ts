import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { api } from '../e2e/account';
import { drop, LocalFolder } from '../e2e/local-folder';
import { TestServer } from '../e2e/test-server';
import { chromiumFlags, findChromium } from './lib/chromium.mjs';
import { contextFor, looks } from './screenshots/looks';
import { shootWaysIn } from './screenshots/ways-in';

const folder = 'docs/screenshots';
const photos = new LocalFolder('Regatta', {
  'start list.pdf': 84_000,
  'course.svg': 12_000,
  'photos/finish line.jpg': 2_400_000,
  'photos/podium.jpg': 3_100_000,
});

/** The screens by their addresses, and what a person has done on them when the picture is taken. */
const screens: Record<string, { path: string; isSignedIn: boolean; act?: (page: Page) => Promise<void> }> = {
  login: { path: paths.login(), isSignedIn: false },
  home: { path: paths.home, isSignedIn: true },
  create: {
    path: paths.newShare,
    isSignedIn: true,
    act: async (page) => {
      await drop(page, [photos.path]);
      await page.getByRole('textbox', { name: 'Note' }).fill('# Regatta\n\nResults and the **best photos**.');
      await page.getByRole('textbox', { name: 'Note' }).blur();
    },
  },
  share: { path: paths.share('board-pack'), isSignedIn: true },
  open: { path: `${paths.open('summer-photos-link')}?view=2`, isSignedIn: false },
};

const server = await TestServer.make();
let browser: Browser | undefined;
try {
  await server.start();
  tellStory(server);
  const { token } = await api({ login: 'ada', password: 'ada-ada-ada' }, server.url);
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  fs.mkdirSync(folder, { recursive: true });
  for (const [look, settings] of Object.entries(looks)) {
    for (const [name, { path, isSignedIn, act }] of Object.entries(screens)) {
      const context = await contextFor(browser, settings, {
        url: server.url,
        token: isSignedIn ? token : null,
      });
      const page = await context.newPage();
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      await act?.(page);
      await page.waitForLoadState('networkidle');
      const file = `${folder}/${name}-${look}.png`;
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
      process.stdout.write(`${file}  ${Math.round(fs.statSync(file).size / 1024)} K\n`);
      await context.close();
    }
  }
  await shootWaysIn(browser, folder);
} finally {
  await browser?.close();
  await server.remove();
  photos.remove();
}

/** The story goes into the running server's own database and storage. */
function tellStory({ databaseUrl, dataDir }: TestServer): void {
  const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/seed.ts'];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The story could not be written.');
}
