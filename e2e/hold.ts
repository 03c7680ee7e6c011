import type { Page, Request } from '@playwright/test';

/** Holds requests to `url` until the returned function is called. @param which limits it to some requests */
export async function hold(
  page: Page,
  url: string | RegExp,
  which: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    if (which(route.request())) await held;
    await route.continue().catch(() => undefined); // by then the page may have given it up
  });
  return letGo;
}

export const holdScripts = (page: Page): Promise<() => void> => hold(page, /\/_next\/static\/.*\.js/);
