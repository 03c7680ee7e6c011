import type { BrowserContext } from '@playwright/test';

export async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeFunction('noteClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    // A label clicks its box once more, and the keyboard clicks, too: both without a place on the screen.
    const note = (event: MouseEvent) => {
      if (event.isTrusted && event.detail > 0 && event.screenX + event.screenY > 0)
        void (window as unknown as { noteClick: () => void }).noteClick();
    };
    addEventListener('click', note, true);
  });
  return () => clicks;
}
