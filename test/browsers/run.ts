// `npm run test:browsers -- [firefox|webkit|chromium] [1280|390] [dark] [JOURNEY]`: runs the main journeys in Firefox and
// WebKit, or in the named browsers, and prints a line per step. Screenshots go to test-results/browsers/.
import fs from 'node:fs';
import { findShell } from '@/scripts/lib/chromium.mjs';
import { browserPrograms } from '@/scripts/lib/install-browsers.mjs';
import { ensureBrowsers } from '@/scripts/lib/install-chromium.mjs';
import { running } from '@/testing/server/running';
import setup from '@/testing/server/server';
import type { Driver } from './driver';
import { journeys, longJourneys } from './journeys';
import { chromium, firefox } from './puppeteer';
import { Walk } from './walk';
import { webkit } from './webkit';

const args = process.argv.slice(2);
const isSelected = (name: string, all: readonly string[]) =>
  args.includes(name) || !all.some((other) => args.includes(other));
const browsers = ['firefox', 'webkit', 'chromium'];
const usual = ['firefox', 'webkit'];
const widths = ['1280', '390'];

const theme = args.includes('dark') ? 'dark' : 'light';

const programs = await browserPrograms();
const starters: Record<string, () => Promise<Driver>> = {
  chromium: async () => {
    await ensureBrowsers();
    return chromium(findShell() ?? '/usr/bin/chromium');
  },
  firefox: () => firefox(programs.firefox),
  webkit: () => webkit(programs.webkit),
};

fs.mkdirSync('test-results/browsers', { recursive: true });

const end = await setup();
let failures = 0;
try {
  const named = browsers.filter((name) => args.includes(name));
  for (const browser of named.length > 0 ? named : usual) {
    for (const width of widths.filter((name) => isSelected(name, widths)))
      failures += await walkAll(browser, Number(width));
  }
} finally {
  await end();
}
process.exit(failures === 0 ? 0 : 1);

/** A browser for each journey: WebKit's driver falls silent after hundreds of saved files. */
async function walkAll(browser: string, width: number): Promise<number> {
  const all = { ...journeys, ...longJourneys };
  const named = Object.entries(all).filter(([name]) => args.includes(name));
  let failed = 0;
  for (const [name, journey] of named.length > 0 ? named : Object.entries(journeys)) {
    const driver = await starters[browser]?.();
    if (!driver) continue;
    await driver.resize(width, width < 600 ? 844 : 900);
    if (!(await isWalked(new Walk(driver, running().url, { width, name, theme }), driver, journey))) failed++;
    await driver.close();
  }
  return failed;
}

async function isWalked(
  walk: Walk,
  driver: Driver,
  journey: (walk: Walk) => Promise<void>,
): Promise<boolean> {
  await driver.forgetCookies();
  try {
    await walk.chooseTheme();
    await journey(walk);
    return true;
  } catch (error) {
    walk.say(`FAILED  ${error instanceof Error ? error.message : error}`);
    await walk.picture('failed').catch(() => undefined);
    return false;
  }
}
