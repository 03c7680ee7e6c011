import type { Page, Response } from '@playwright/test';

// A page that has come is not yet one that listens: React takes it over a moment later, on a busy machine a long one.

/** What there is to use on a page. */
export const controls = 'a[href], button, input, select, textarea, form';

/** Goes to a page and waits until it is alive. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await alive(page);
  return response;
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await alive(page);
}

/** Resolves when all that can be used on the page is React's, and listens. */
export async function alive(page: Page): Promise<void> {
  await takenOver(page, controls);
  await idle(page);
}

/** Resolves when there is something that `selector` names, and all of it bears React's mark. */
export async function takenOver(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(areTakenOver, selector, { polling: 50 }); // frames are rare behind another tab
}

/** Resolves when the page has done what it had at hand: effects of what is drawn, requests of what was pressed. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
        else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}

/** The mark by which `recordEvents` goes, too. */
function areTakenOver(selector: string): boolean {
  const elements = [...document.querySelectorAll(selector)];
  // No function with a name: tsx, by which pictures are taken, gives those a helper that pages don't have.
  return (
    elements.length > 0 &&
    elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))
  );
}
