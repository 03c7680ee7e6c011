import type { Page, Response } from '@playwright/test';

// A page that has come is not yet one that listens: it says so itself, on a busy machine long after.

export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await alive(page);
  return response;
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await alive(page);
}

/** Resolves when the page has said that it listens, and is idle: parts with a script of their own follow the whole. */
export async function alive(page: Page): Promise<void> {
  await listening(page);
  await idle(page);
}

/** Resolves when the page has said that it listens. Frames are rare behind another tab. */
export async function listening(page: Page): Promise<void> {
  await page.waitForFunction(isAlive, undefined, { polling: 50 });
}

/** Asks once more where the page is left meanwhile, as for a sign-in. */
export async function idle(page: Page): Promise<void> {
  await page.waitForFunction(isIdle, undefined, { polling: 50 });
}

/** Set by ui/dialog/toast, which is on every page. */
const isAlive = () => window.isAlive === true && document.readyState === 'complete';

const isIdle = () =>
  new Promise<boolean>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(true), { timeout: 5_000 });
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true))));
  });
