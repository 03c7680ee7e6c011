import { test as base, type Page } from '@playwright/test';
import { cookieNames } from '@/lib/contract/http/names';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';
import { type Texts, textsIn } from '@/testing/screens/texts';
import { running } from '@/testing/server/running';
import { closePages, emptyStorage, reusedContext, type WorkerContext } from './reused-context';

export { expect } from '@playwright/test';

type Fixtures = {
  /** For tests that leave permanent changes in their browser context: listeners, a clock, a touchscreen. */
  isAlone: boolean;
  account: TestAccount;
  as: Api;
  signedIn: Page;
  t: Texts;
};

export const test = base.extend<Fixtures, { workerContext: WorkerContext }>({
  isAlone: [false, { option: true }],
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
