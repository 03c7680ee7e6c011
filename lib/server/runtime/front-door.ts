import 'server-only';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedRoot } from '@/lib/domain/sealed/sealed-root';
import { canParseUrl } from '@/lib/domain/url';
import { paths, serverPaths } from '@/lib/paths';
import { accessTokensIn } from '@/lib/server/auth/tokens';
import { config } from '@/lib/server/config';
import { isPartOfOtherSite, securityHeaders, viewerHeaders } from '@/lib/server/http/browser-rules';
import { innerHeaders, innerPrefix, setCallerHeaders } from '@/lib/server/http/inner-headers';
import { newId } from '@/lib/server/ids';
import { log } from '@/lib/server/log';
import { namesOneHost, requestHeaders } from '@/lib/server/request-headers';
import { closeLasting, serveTransfer } from '@/lib/server/transfer/serve';
import { answerMethod, isRead, refuse as refuseCall, refuseTunnel } from './call-methods';
import { answerProbe, type ProbeSources } from './health/probes';
import { followLink } from './links';
import { admitRequest, observeRequest } from './open-requests';
import { escapeStrayPercents, isCall, isViewer, originForm, pathOf, type Route, routeOf } from './routes';
import { answerUnavailable, isTooFast, waitUntilReady } from './unavailable';

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const placeholderOrigin = 'http://localhost';

const aheadHeader = 'service-worker-navigation-preload';

const frameworkHeader = /^(x-middleware-|x-invoke-|next-action$|next-resume$)/;

type FrontDoorOptions = {
  isOpen?: (needs: 'database' | 'pages') => boolean;
  /** Answered at any time, also while the node starts. */
  probes?: ProbeSources;
  isDevelopment?: boolean;
  /** Ends connections without any traffic for this long, even during a request. */
  idleMs?: number;
};

/**
 * Longer than proxies keep idle connections (Caddy for two minutes, Traefik and cloudflared for 90 seconds): they answer
 * 502 when one ends just as they send a call on it.
 */
const keptIdleMs = 130_000;

/** Creates the server of the public port: files go to the transfer layer, everything else to the pages process. */
export function createFrontDoor(app: Handler, options: FrontDoorOptions = {}): Server {
  const { isOpen = () => true, probes, isDevelopment = false, idleMs = 60_000 } = options;
  const server = createServer(
    {
      requestTimeout: 0, // an upload may take hours; `timeout` ends a silent connection
      headersTimeout: 60_000,
      keepAliveTimeout: keptIdleMs,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => {
      if (!admitRequest(req, res)) return;
      const route = prepareRequest(req, res);
      if (!namesOneHost(req)) return refuse(res, 400, { connection: 'close' });
      if (probes && route.class === 'probe' && answerProbe(req, res, probes)) return;
      handleRequest(req, res, route, { app, isOpen, isDevelopment }).catch((error: unknown) =>
        answerFailure(req, res, error),
      );
    },
  );
  server.timeout = idleMs;
  server.on('connect', refuseTunnel);
  return server;
}

function prepareRequest(req: IncomingMessage, res: ServerResponse): Route {
  for (const name of Object.keys(req.headers)) {
    if (name.startsWith(innerPrefix) || frameworkHeader.test(name)) delete req.headers[name];
  }
  req.url = originForm(req.url);
  // Ignores upgrades (RFC 9110, section 7.8). Node's parser drops bytes that came together with such a request, so no
  // other may follow on its connection.
  if (req.headers.upgrade !== undefined) res.setHeader('connection', 'close');
  const id = newId();
  req.headers[innerHeaders.request] = id;
  res.setHeader('X-Request-Id', id);
  const route = routeOf(pathOf(req.url), req.method ?? '');
  observeRequest(req, res, route);
  return route;
}

type RequestBackend = Pick<Required<FrontDoorOptions>, 'isOpen' | 'isDevelopment'> & { app: Handler };

async function handleRequest(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  backend: RequestBackend,
): Promise<void> {
  const isOpen = () => backend.isOpen(route.class === 'asset' ? 'pages' : 'database');
  if (!isOpen() && !(await waitUntilReady(req, route, isOpen))) return answerUnavailable(req, res);
  setCallerHeaders(req);
  req.url = escapeStrayPercents(req.url ?? '/');
  // URLs end up in logs, histories and other sites' statistics.
  if (accessTokensIn(decodeURIComponent(req.url)).length > 0) return refuseCall(req, res, 'token.inAddress');
  if (!canParseUrl(req.url, placeholderOrigin)) return refuse(res, 400);
  const url = new URL(req.url, placeholderOrigin);
  const target = route.call ? url : await followLink(req, res, url);
  if (!target) return;
  const { pathname } = target;
  // Browsers ask ahead for a file that they open themselves. A page that nobody reads would keep one of six connections.
  if (pathname.startsWith(sealedRoot) && req.headers[aheadHeader]) return refuse(res, 404);
  const targetRoute = pathname === route.path ? route : routeOf(pathname, req.method ?? '');
  await answerRoute(req, res, targetRoute, backend);
}

async function answerRoute(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  backend: RequestBackend,
): Promise<void> {
  const { method = '', url = '/' } = req;
  for (const [name, value] of headersFor(route, backend)) res.setHeader(name, value);
  if (url.length > route.maxUrlLength) return refuse(res, 414);
  if (isForeignEmbed(req, route)) return refuse(res, 403);
  if (isCall(route.path)) {
    if (answerMethod(req, res, route)) return;
    if (route.transfer && route.call?.transferMethods.has(method))
      return serveTransfer(req, res, route.transfer);
  } else {
    if (!checkPageRequest(req, res, route)) return;
    addPageHeaders(req, res, route.path);
  }
  await backend.app(req, res);
}

/** The framework reads the nonce of its scripts from the request's policy. */
function addPageHeaders(req: IncomingMessage, res: ServerResponse, path: string): void {
  req.headers['content-security-policy'] = String(res.getHeader('content-security-policy'));
  const inboxes = paths.inbox('');
  if (path.startsWith(inboxes)) req.headers[innerHeaders.inbox] = path.slice(inboxes.length);
}

/** Assets are exempt: our sandboxed frames have an opaque origin, so their scripts look foreign. */
const isForeignEmbed = (req: IncomingMessage, route: Route): boolean =>
  route.class !== 'asset' && isPartOfOtherSite(requestHeaders(req.headers));

/** Allows reading at a bounded rate and answers all else with a refusal. */
function checkPageRequest(req: IncomingMessage, res: ServerResponse, route: Route): boolean {
  if (isRead(req)) return route.class === 'asset' || !isTooFast(req, res);
  if (req.method === 'POST' && route.path === serverPaths.receive) return redirectLostFiles(res);
  refuse(res, 405, { allow: 'GET, HEAD' });
  return false;
}

/**
 * The service worker receives what other apps share (lib/client/shared-in). Without it nothing is read, and the page
 * says that nothing was stored.
 */
function redirectLostFiles(res: ServerResponse): false {
  const location = `${config().BASE_URL}${serverPaths.receive}?lost=unable`;
  refuse(res, 303, { location, connection: 'close' });
  return false;
}

function headersFor({ path }: Route, { isDevelopment }: RequestBackend): [name: string, value: string][] {
  if (isViewer(path)) return viewerHeaders();
  const nonce = isCall(path) ? null : randomBytes(16).toString('base64');
  return securityHeaders(nonce, { isDevelopment });
}

function refuse(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  res.writeHead(status, { ...headers, 'content-length': 0 });
  res.end();
}

function answerFailure(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  log().error({ req: req.headers[innerHeaders.request], err: error }, 'request failed');
  if (res.headersSent) res.destroy();
  else refuse(res, 500);
}

export async function closeFrontDoor(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that become idle later would otherwise stay open for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const done = Promise.all([closed, closeLasting()]);
  const isOver = await Promise.race([done.then(() => true), sleep(graceMs, false, { ref: false })]);
  clearInterval(sweep);
  if (!isOver) server.closeAllConnections();
  await closed;
}
