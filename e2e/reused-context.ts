import type { Browser, BrowserContext, Page } from '@playwright/test';
import { running } from '@/testing/server/running';

export type WorkerContext = { context: BrowserContext | null };

/**
 * Reuses one browser context, because a new one fetches and compiles every script again. Clears cookies between tests.
 */
export async function reusedContext(browser: Browser, worker: WorkerContext): Promise<BrowserContext> {
  worker.context ??= await browser.newContext();
  await worker.context.clearCookies();
  await worker.context.clearPermissions();
  return worker.context;
}

export async function closePages(context: BrowserContext): Promise<void> {
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
