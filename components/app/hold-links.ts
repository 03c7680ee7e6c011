import { isServerAway, onConnection, reportStatus } from '@/lib/client/call/connection';
import { isAwayStatus } from '@/lib/client/call/refusal';

let isRouterHeld = false;

/** Lets the router wait for a server that is away. Without it, it would leave for the browser's error page. */
export function holdRouter(): void {
  if (isRouterHeld) return;
  isRouterHeld = true;
  const { fetch } = window;
  const fetchPage: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init).catch(rethrowAborted);
    if (answer && !isAwayStatus(answer.status)) return answer;
    reportStatus(answer?.status ?? 0);
    await untilServerIsBack();
    return fetchPage(input, init);
  };
  window.fetch = (input, init) => (isPageFetch(init) ? fetchPage : fetch)(input, init);
  addEventListener('offline', () => reportStatus(0));
}

/** Fetches ahead of a click may fail. */
function isPageFetch(init: RequestInit | undefined): boolean {
  const names = [...new Headers(init?.headers).keys()];
  return names.includes('rsc') && !names.some((name) => name.endsWith('-prefetch'));
}

function rethrowAborted(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
}

const untilServerIsBack = () =>
  new Promise<void>((resolve) => {
    const stop = onConnection(() => {
      if (isServerAway()) return;
      stop();
      resolve();
    });
  });

/**
 * Holds link clicks while the server is unreachable, since navigation would lose text and uploads. Returns
 * a function that follows the last one.
 */
export function holdLinks(): () => void {
  let wanted: HTMLAnchorElement | null = null;
  const hold = (event: MouseEvent) => {
    const link = internalLinkOf(event);
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    wanted = link;
  };
  document.addEventListener('click', hold, { capture: true });
  return () => {
    document.removeEventListener('click', hold, { capture: true });
    if (wanted?.isConnected) wanted.click();
  };
}

/** Returns the link of a plain click that leads to another of our pages. */
export function internalLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank' || link.hasAttribute('download')) return null;
  const isOurs = link.origin === location.origin && link.pathname.startsWith('/app/');
  return isOurs && link.pathname !== location.pathname ? link : null;
}
