import { isSealedPath, receiveMessage, serveSealed } from '@/lib/client/sealed/worker/serve-sealed';
import { isFromPage, isOurPage, receivePath } from './addresses';
import { offlinePage } from './offline-page';
import { storeShare } from './store-share';

// The parts of a service worker's scope that pages lack. The library "webworker" would change the types of pages as well.
type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type RouterRule = { condition: { urlPattern: string }; source: 'network' };
type InstallEvent = LastingEvent & { addRoutes?: (rules: RouterRule[]) => Promise<void> };
type FetchEvent = LastingEvent & {
  request: Request;
  preloadResponse: Promise<unknown>;
  respondWith: (answer: Promise<Response>) => void;
};
declare const self: {
  location: Location;
  clients: Parameters<typeof receiveMessage>[0];
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (type: 'install', listen: (event: InstallEvent) => void): void;
    (type: 'activate', listen: (event: LastingEvent) => void): void;
    (type: 'fetch', listen: (event: FetchEvent) => void): void;
    (type: 'message', listen: (event: LastingEvent & Parameters<typeof receiveMessage>[1]) => void): void;
  };
};

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Otherwise the browser asks the worker about each call, which takes longer than sending a small file.
  const rules = ['/api/*', '/_next/*'].map(
    (urlPattern) => ({ condition: { urlPattern }, source: 'network' }) as const,
  );
  event.waitUntil(event.addRoutes?.(rules).catch(() => undefined) ?? Promise.resolve());
});

// Pages needn't wait until this has started.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('message', (event) => event.waitUntil(receiveMessage(self.clients, event)));

/** Handles shares from other apps, pages without a network, and files that a page opens. All others bypass the worker. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (isSealedPath(pathname)) return event.respondWith(serveSealed(self.clients, request));
  if (request.mode !== 'navigate') return;
  if (request.method === 'POST' && pathname === receivePath) event.respondWith(receive(request));
  else if (request.method === 'GET' && isOurPage(pathname)) event.respondWith(page(event));
});

async function receive(request: Request): Promise<Response> {
  // No page of ours shares anything.
  if (isFromPage(request.headers.get('content-type') ?? '')) return Response.redirect(receivePath, 303);
  const loss = await storeShare(request).catch(() => 'broken');
  return Response.redirect(loss ? `${receivePath}?lost=${loss}` : receivePath, 303);
}

async function page(event: FetchEvent): Promise<Response> {
  try {
    const ahead = (await event.preloadResponse) as Response | undefined;
    return ahead ?? (await fetch(event.request));
  } catch {
    return offlinePage(navigator.languages);
  }
}
