import fs from 'node:fs';
import { test as base, type Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';
import { type Texts, textsIn } from '@/testing/screens/texts';
import { running } from '@/testing/server/running';
import { restless } from './restless';
import { closePages, emptyStorage, reusedContext, type WorkerContext } from './reused-context';
import { movement, watchPages } from './watched-pages';

export { expect } from '@playwright/test';

type Fixtures = {
  /** For tests that leave permanent changes in their browser context: listeners, a clock, a touchscreen. */
  isAlone: boolean;
  /**
   * Red where a page was pressed too early, and with CALM=strict or the tag @strict where it moved by itself, but for
   * tests about that, tagged @restless. Other movements make it unstable, and are listed in test-results/moved.txt.
   */
  calm: undefined;
  account: TestAccount;
  as: Api;
  signedIn: Page;
  t: Texts;
};

function listMovements(title: string, moved: readonly string[]): void {
  fs.mkdirSync('test-results', { recursive: true });
  fs.appendFileSync('test-results/moved.txt', `${title}\n${moved.map((line) => `  ${line}\n`).join('')}`);
}

export const test = base.extend<Fixtures, { workerContext: WorkerContext; faults: string[] }>({
  isAlone: [false, { option: true }],
  faults: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      watchPages(browser, (fault) => faults.push(fault));
      await use(faults);
    },
    { scope: 'worker' },
  ],
  calm: [
    async ({ faults }, use, info) => {
      faults.length = 0;
      await use(undefined);
      if (info.tags.includes('@restless') || info.title in restless) return;
      const isStrict = process.env.CALM === 'strict' || info.tags.includes('@strict');
      const told = [...new Set(faults)];
      const moved = told.filter((fault) => !isStrict && fault.includes(movement));
      if (moved.length > 0) listMovements(info.title, moved);
      for (const description of moved) info.annotations.push({ type: 'moved', description });
      const red = told.filter((fault) => !moved.includes(fault));
      base.expect.soft(red, 'pages keep still and are pressed when they listen').toEqual([]);
    },
    { auto: true },
  ],
  workerContext: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern.
    async ({}, use) => {
      const shared: WorkerContext = { context: null };
      await use(shared);
      await shared.context?.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  baseURL: async ({}, use) => use(running().url),
  context: async ({ browser, workerContext, isAlone }, use) => {
    const context = isAlone ? await browser.newContext() : await reusedContext(browser, workerContext);
    await use(context);
    await (isAlone ? context.close() : closePages(context));
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await emptyStorage(page);
    // Without a listener the browser opens its own picker; one added by the click comes too late at times.
    page.on('filechooser', () => undefined);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  account: async ({}, use) => use(await newAccount()),
  as: async ({ account }, use) => use(await api(account)),
  t: async ({ locale }, use) => use(textsIn(locale ?? 'en')),
  signedIn: async ({ page, as }, use) => {
    await page.context().addCookies([{ name: cookieNames.auth, value: as.token, url: running().url }]);
    await use(page);
  },
});
