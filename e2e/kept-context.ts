import type { Browser, BrowserContext, Page } from '@playwright/test';
import { running } from '@/testing/server/running';

export type WorkerContext = { context: BrowserContext | null };

/**
 * Reuses one browser context, because a new one fetches and compiles every script again. Clears cookies between tests.
 */
export async function reusedContext(browser: Browser, kept: WorkerContext): Promise<BrowserContext> {
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

/** Clears stored data but not the HTTP cache. */
export async function emptyStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: running().url, storageTypes });
  await session.detach();
}
