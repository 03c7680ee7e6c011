import type { Page, Request } from '@playwright/test';

/** From here on requests to `url` wait until the answer is called; with `which`, only those it picks. */
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

/** The page's scripts wait: what is done meanwhile, is done to plain HTML. */
export const holdScripts = (page: Page): Promise<() => void> => hold(page, /\/_next\/static\/.*\.js/);
