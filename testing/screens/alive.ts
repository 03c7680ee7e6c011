import type { Page, Response } from '@playwright/test';

// A page that has come is not yet one that listens: React takes it over a moment later, on a busy machine a long one.

export const controls = 'a[href], button, input, select, textarea, form';

export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await alive(page);
  return response;
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await alive(page);
}

/** Resolves when React has hydrated all controls and the page is idle. */
export async function alive(page: Page): Promise<void> {
  await takenOver(page, controls);
  await idle(page);
}

/** Resolves when all elements that match `selector` are hydrated, and there is at least one. */
export async function takenOver(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(areTakenOver, selector, { polling: 50 }); // frames are rare behind another tab
}

export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
        else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}

/** Looks for React's own marker: a part of the page may follow later than the whole. */
function areTakenOver(selector: string): boolean {
  const elements = [...document.querySelectorAll(selector)];
  // No function with a name: tsx, by which pictures are taken, gives those a helper that pages don't have.
  return (
    elements.length > 0 &&
    elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))
  );
}
