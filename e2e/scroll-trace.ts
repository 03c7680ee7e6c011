import type { Page } from '@playwright/test';

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number };
export type ScrollMetrics = { frames: number; longestTaskMs: number; longestFrameMs: number };

/** Pixels per second: about six screens. */
const speed = 5_000;

/**
 * Scrolls like a mouse wheel and reads Chromium's trace: the longest main-thread task and the longest time between
 * frames.
 */
export async function scrollTraced(page: Page, pixels: number): Promise<ScrollMetrics> {
  const browser = page.context().browser();
  if (!browser) throw new Error('Only a browser of its own can be traced.');
  const session = await page.context().newCDPSession(page);
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  });
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: 400, y: 400, yDistance: -pixels, speed },
    gestureSourceType: 'mouse',
  });
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return figuresOf(traceEvents);
}

function figuresOf(events: TraceEvent[]): ScrollMetrics {
  const scrolls = events.filter(({ name }) => name === 'ScrollLayer' || name === 'Layerize');
  const [some] = scrolls;
  const own = events.filter(({ pid, ts }) => pid === some?.pid && ts >= some.ts);
  const tasks = own.filter(({ name, tid }) => name.endsWith('RunTask') && tid === some?.tid);
  const drawn = own.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts);
  const gaps = drawn.slice(1).map((ts, index) => ts - (drawn[index] ?? ts));
  const longest = (all: number[]) => all.reduce((max, one) => Math.max(max, one), 0) / 1000;
  return {
    frames: drawn.length,
    longestTaskMs: longest(tasks.map(({ dur = 0 }) => dur)),
    longestFrameMs: longest(gaps),
  };
}
