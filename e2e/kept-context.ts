import type { Browser, BrowserContext, Page } from '@playwright/test';
import { running } from '@/testing/server/running';

/** What the tests of one worker have in common. */
export type Kept = { context: BrowserContext | null };

/**
 * One browser context for test after test. In a new one each page's scripts would be fetched and compiled again, which
 * takes longer than most of the tests. It knows nobody: what the last test's pages still had on its way is in by now.
 */
export async function keptContext(browser: Browser, kept: Kept): Promise<BrowserContext> {
  kept.context ??= await browser.newContext();
  await kept.context.clearCookies();
  await kept.context.clearPermissions();
  return kept.context;
}

export async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
}

/** Empties what pages have stored, but not what the browser has fetched. */
export async function emptyStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: running().url, storageTypes });
  await session.detach();
}
