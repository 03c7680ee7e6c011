import { expect, type Page, type Request } from '@playwright/test';

export function fetchingOf(page: Page): { over: () => Promise<void> } {
  const open = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    if (isEndless(request)) return;
    asked += 1;
    open.add(request);
  });
  const close = (request: Request) => open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
  const over = async (): Promise<void> => {
    const before = asked;
    await expect.poll(() => open.size).toBe(0);
    await twoFrames(page); // what has come runs, and asks for more
    if (asked > before) await over();
  };
  return { over };
}

/** Stays open as long as its page. */
const isEndless = (request: Request) => new URL(request.url()).pathname.endsWith('/live');

const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
