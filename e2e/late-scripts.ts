import type { Page } from '@playwright/test';

/** From here on the page's scripts wait until the answer is called: what is done before, is done to plain HTML. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
