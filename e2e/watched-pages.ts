import type { Browser, BrowserContext } from '@playwright/test';

/** In the words about a page that moved. */
export const movement = 'of the page moved';

type Told = (what: string) => void;
type Watching = Window & { tellJourney: (what: string) => Promise<void> };

/** Tells of every page of the browser what a person can't cope with: acts before it listens, places that move. */
export function watchPages(browser: Browser, told: Told): void {
  for (const context of browser.contexts()) void watchContext(context, told);
  browser.on('context', (context) => void watchContext(context, told));
}

async function watchContext(context: BrowserContext, told: Told): Promise<void> {
  await Promise.all([
    context.exposeBinding('tellJourney', (_source, what: string) => told(what)),
    context.addInitScript(watchPage),
  ]).catch(() => undefined); // closed at once
}

/** Runs in the page, before anything of it. Only pages of the product have a theme. */
function watchPage(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; sources: Source[] };
  if (window.top !== window) return;
  /** Not `performance.now`, which a test's clock stands still for. */
  const now = () => new Event('now').timeStamp;
  const isOurs = () => document.documentElement?.dataset.theme !== undefined;
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    if (!element) return 'what is gone';
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    return `<${element.tagName.toLowerCase()}> “${text.slice(0, 60)}”`;
  };
  const tell = (what: string) => {
    (window as unknown as Watching).tellJourney(`${what} on ${location.pathname}`).catch(() => undefined);
  };

  const whenIdle = window.requestIdleCallback.bind(window);
  let isAlive = false;
  /** When a journey may go on: `openPage` waits for the same. */
  let openAt = Number.POSITIVE_INFINITY;
  Object.defineProperty(window, 'isAlive', {
    get: () => isAlive,
    set: () => {
      if (isAlive) return;
      isAlive = true;
      whenIdle(() => {
        openAt = now();
      });
    },
  });

  let isTooEarly = false;
  let pressed: Element | undefined;
  /** What somebody asked for has come when the page is idle after its last answer; the rest is for timers and fading. */
  const restMs = 5_000;
  let isAskedUntil = Number.NEGATIVE_INFINITY;
  let asked = 0;
  const ask = () => {
    isAskedUntil = Number.POSITIVE_INFINITY;
    const turn = ++asked;
    whenIdle(() => {
      if (turn === asked) isAskedUntil = now() + restMs;
    });
  };
  for (const type of ['pointerdown', 'keydown', 'input', 'change']) {
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !isOurs() || isAlive || isTooEarly) return;
      isTooEarly = true;
      tell(`${type} at ${nameOf(target)} before the page listened`);
    };
    window.addEventListener(type, look, true);
  }
  for (const type of [
    'pointerdown',
    'keydown',
    'input',
    'change',
    'focusin',
    'drop',
    'paste',
    'popstate',
    'resize',
  ])
    window.addEventListener(type, ask, true);
  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressed = target instanceof Element ? target : undefined;
    },
    true,
  );

  const isFar = ({ previousRect: from, currentRect: to }: Source) =>
    Math.abs(to.x - from.x) + Math.abs(to.y - from.y) > 12;

  /** What was just pressed moves when the page was done with the press: it would have moved anyway. */
  const isUnderFinger = ({ startTime, sources }: Shift) =>
    startTime < openAt + 1_000 &&
    startTime > isAskedUntil - restMs &&
    sources.some((source) => isFar(source) && pressed?.isConnected && source.node?.contains(pressed));

  /** What is below the page's end makes way for it. */
  const isOfFooter = ({ node }: Source) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('footer') != null;

  const isFault = (shift: Shift) =>
    shift.startTime > openAt &&
    !shift.sources.every(isOfFooter) &&
    shift.value > 0.01 &&
    (isUnderFinger(shift) || shift.startTime > isAskedUntil);

  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ startTime }) => startTime < isAskedUntil)) ask();
    pressed = undefined; // an answer may move it
  }).observe({ type: 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (!isOurs() || !isFault(shift)) continue;
      const moved = shift.sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${nameOf(node)} ${Math.round(from.x)},${Math.round(from.y)} → ${Math.round(to.x)},${Math.round(to.y)}`,
      );
      tell(`${shift.value.toFixed(3)} of the page moved: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
