import 'server-only';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { canParseUrl } from '@/lib/domain/url';
import { paths, serverPaths } from '@/lib/paths';
import { accessTokensIn } from '@/lib/server/auth/access-token';
import { isPartOfOtherSite } from '@/lib/server/auth/origin';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/container';
import { clientAddress } from '@/lib/server/http/client-address';
import { innerHeaders, innerPrefix } from '@/lib/server/http/inner-headers';
import { extractProxyPerson } from '@/lib/server/http/proxy-person';
import { securityHeaders, viewerHeaders } from '@/lib/server/http/security-headers';
import { log } from '@/lib/server/log';
import { requestHeaders } from '@/lib/server/request-headers';
import { serveData } from '@/lib/server/transfer/node-http';
import { decodable, originForm, pathOf } from './address';
import { answerMethod, refuse as refuseCall } from './call-methods';
import { cleanPath, redirectTo } from './clean-address';
import { observe } from './health/observe';
import { answerProbe, type Watched } from './health/probes';
import { followOldLink } from './old-links';
import { isTooFast } from './page-rate';
import { isTakenIn } from './pipelined';
import { callMeantBy } from './program-links';
import { isReady } from './ready';
import { isCall, isViewer, type Route, routeOf } from './routes';
import { answerUnavailable } from './unavailable';

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Makes a URL of a request's path and query. */
const base = 'http://localhost';

/** Headers by which a client could speak to the framework's inner parts. */
const frameworkHeader = /^(x-middleware-|x-invoke-|next-action$|next-resume$)/;

type Terms = {
  /** Whether everything an answer needs is there; until then callers are told to come back. */
  isOpen?: (needs: 'database' | 'pages') => boolean;
  /** What is asked about this process itself, at any time. */
  watched?: Watched;
  /** Pages come from `npm run dev`. */
  isDevelopment?: boolean;
  /** A connection on which nothing moves for this long is ended, even in the middle of a request. */
  idleMs?: number;
};

/** The public port: files go to the transfer layer, everything else to the pages and JSON calls. */
export function createFrontDoor(app: Handler, terms: Terms = {}): Server {
  const { isOpen = () => true, watched, isDevelopment = false, idleMs = 60_000 } = terms;
  const server = createServer(
    {
      requestTimeout: 0, // an upload may take hours; a silent connection ends by `timeout`
      headersTimeout: 60_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => {
      if (!isTakenIn(req, res)) return;
      const route = takeIn(req, res);
      if (watched && answerProbe(req, res, watched)) return;
      enter(req, res, route, { app, isOpen, isDevelopment }).catch((error: unknown) => fail(req, res, error));
    },
  );
  server.timeout = idleMs;
  server.on('connect', refuseTunnel);
  return server;
}

/** No proxy for others. Node leaves the socket to the listener, its errors and its end included. */
function refuseTunnel(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    () => socket.destroy(),
  );
}

/** Removes inner headers, gives the request the id that logs and audit know it by, and finds its route. */
function takeIn(req: IncomingMessage, res: ServerResponse): Route {
  for (const name of Object.keys(req.headers)) {
    if (name.startsWith(innerPrefix) || frameworkHeader.test(name)) delete req.headers[name];
  }
  req.url = originForm(req.url);
  // Other protocols aren't spoken here, so the request is answered as if it hadn't asked for one (RFC 9110, section 7.8).
  // Node's parser drops what came together with such a request, so no other may follow on its connection.
  if (req.headers.upgrade !== undefined) res.setHeader('connection', 'close');
  const id = newId();
  req.headers[innerHeaders.request] = id;
  res.setHeader('X-Request-Id', id);
  const route = routeOf(pathOf(req.url));
  observe(req, res, route);
  return route;
}

/** The framework behind the door, and how it answers. */
type Inside = Pick<Required<Terms>, 'isOpen' | 'isDevelopment'> & { app: Handler };

async function enter(req: IncomingMessage, res: ServerResponse, route: Route, inside: Inside): Promise<void> {
  const needs = route.class === 'asset' ? 'pages' : 'database';
  if (!(await isReady(req, route, () => inside.isOpen(needs)))) return answerUnavailable(req, res);
  noteCaller(req);
  req.url = decodable(req.url ?? '/');
  // Addresses end up in logs, histories and other sites' statistics.
  if (accessTokensIn(decodeURIComponent(req.url)).length > 0) return refuseCall(req, res, 'token.inAddress');
  if (!canParseUrl(req.url, base)) return refuse(res, 400);
  const url = await followOldLink(req, res, new URL(req.url, base));
  const meant = url && leadToCleanAddress(req, res, url);
  if (!meant) return;
  const { pathname } = meant;
  await answer(req, res, pathname === route.path ? route : routeOf(pathname), inside);
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  inside: Inside,
): Promise<void> {
  const { method = '', url = '/' } = req;
  for (const [name, value] of headersFor(route, inside)) res.setHeader(name, value);
  if (url.length > route.maxUrlLength) return refuse(res, 414);
  if (isForeignPart(req, route)) return refuse(res, 403);
  if (isCall(route.path)) {
    if (answerMethod(req, res, route)) return;
    if (route.transfer && route.call?.transferMethods.has(method)) return serveData(req, res, route.transfer);
  } else {
    if (!mayRead(req, res, route)) return;
    tellPage(req, res, route.path);
  }
  await inside.app(req, res);
}

/**
 * Leads a browser from a pasted link to the clean address, and a program to the call that the link means.
 * @returns the URL to answer, null when the request is answered
 */
function leadToCleanAddress(req: IncomingMessage, res: ServerResponse, url: URL): URL | null {
  const clean = cleanPath(url.pathname);
  const call = callMeantBy(req, clean, url.search);
  if (call !== null) {
    req.url = call;
    return new URL(call, base);
  }
  if (clean === url.pathname || !isRead(req)) return url;
  redirectTo(res, clean + url.search);
  return null;
}

/** What a page can't know by itself. The framework reads its scripts' nonce from the policy of the request. */
function tellPage(req: IncomingMessage, res: ServerResponse, path: string): void {
  req.headers['content-security-policy'] = String(res.getHeader('content-security-policy'));
  const inboxes = paths.inbox('');
  if (path.startsWith(inboxes)) req.headers[innerHeaders.inbox] = path.slice(inboxes.length);
}

/** Our sandboxed frames have an origin of their own, so their scripts look foreign. */
const isForeignPart = (req: IncomingMessage, route: Route): boolean =>
  route.class !== 'asset' && isPartOfOtherSite(requestHeaders(req.headers));

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Pages are only read, at a bounded rate. Refuses all else. */
function mayRead(req: IncomingMessage, res: ServerResponse, route: Route): boolean {
  if (isRead(req)) return route.class === 'asset' || !isTooFast(req, res);
  if (req.method === 'POST' && route.path === serverPaths.receive) return sayLost(res);
  refuse(res, 405, { allow: 'GET, HEAD' });
  return false;
}

/**
 * What other apps share is kept by the browser (lib/client/shared-in). Where its part of us isn't there, nothing of it is
 * read, and the person is told that nothing was kept.
 */
function sayLost(res: ServerResponse): false {
  const location = `${config().BASE_URL}${serverPaths.receive}?lost=unable`;
  refuse(res, 303, { location, connection: 'close' });
  return false;
}

function headersFor({ path }: Route, { isDevelopment }: Inside): [name: string, value: string][] {
  if (isViewer(path)) return viewerHeaders();
  const nonce = isCall(path) ? null : randomBytes(16).toString('base64');
  return securityHeaders(nonce, { isDevelopment });
}

function noteCaller(req: IncomingMessage): void {
  const forwardedFor = req.headers['x-forwarded-for'];
  req.headers[innerHeaders.address] = clientAddress(
    req.socket.remoteAddress ?? '',
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    config().TRUSTED_PROXIES,
  );
  extractProxyPerson(req);
}

function refuse(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  res.writeHead(status, { ...headers, 'content-length': 0 });
  res.end();
}

/** One request that fails unexpectedly must not end the process for all. */
function fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  log().error({ req: req.headers[innerHeaders.request], err: error }, 'request failed');
  if (res.headersSent) res.destroy();
  else refuse(res, 500);
}
