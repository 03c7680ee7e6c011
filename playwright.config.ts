import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, findShell } from './scripts/lib/chromium.mjs';
import { isLong } from './testing/is-long';

/** Files are opened past our pages here, as by the PDF viewer that only a browser with windows has. */
const whole = 'hostile.spec.ts';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
/** Journeys with the tag, in two languages at two widths. */
const everywhere = ['en-GB', 'de-DE'].flatMap((locale) =>
  Object.entries(sizes).map(([name, size]) => ({
    name: `${name} ${locale}`,
    grep: /@everywhere/,
    use: { ...size, locale },
  })),
);

export default defineConfig({
  testDir: 'e2e/screens',
  outputDir: 'test-results/journeys',
  globalSetup: './testing/server/server.ts',
  fullyParallel: true,
  workers: 3, // they wait a lot, even on two processors
  retries: 0, // npm test looks once more, and says so
  timeout: 120_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not wrong
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/screens.json' }]],
  use: {
    actionTimeout: 60_000, // says which action it was, before the whole test's time is over
    trace: 'off', // writing them takes a fifth of the time: --trace=retain-on-failure for the test in question
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
    serviceWorkers: 'block', // what a worker fetches passes the tests' own routes; phone.spec.ts allows it
    launchOptions: {
      executablePath: findShell() ?? '/usr/bin/chromium',
      args: chromiumFlags,
    },
  },
  projects: [
    { name: 'journeys', testIgnore: whole },
    ...(isLong ? everywhere : []),
    {
      name: 'whole browser',
      testMatch: whole,
      use: { launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: chromiumFlags } },
    },
  ],
});
