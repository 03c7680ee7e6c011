import type { Browser, BrowserContext } from '@playwright/test';
import { running } from './running';

/** What the tests of one worker have in common. */
export type Kept = { context: BrowserContext | null };

/**
 * One browser context for test after test. In a new one each page's scripts would be fetched and compiled again, which
 * takes longer than most of the tests.
 */
export async function keptContext(browser: Browser, kept: Kept): Promise<BrowserContext> {
  kept.context ??= await browser.newContext();
  return kept.context;
}

/** Leaves nothing for the next test but what the browser has fetched. */
export async function leave(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.clearPermissions();
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: running().url, storageTypes });
  await page.close();
}
