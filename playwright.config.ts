import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/lib/chromium.mjs';

export default defineConfig({
  testDir: 'e2e/screens',
  outputDir: 'test-results',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  workers: 2,
  // A browser on a starved machine loses keys and clicks; what passes only then is counted and named.
  retries: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not wrong
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/screens.json' }]],
  use: {
    // A key or click that was lost is known by then, and needn't wait for the whole test's time.
    actionTimeout: 60_000,
    trace: 'on-first-retry', // writing one for every test takes a fifth of the time
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      args: chromiumFlags,
    },
  },
});
