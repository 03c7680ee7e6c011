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
import { noteProxyPerson } from '@/lib/server/http/proxy-person';
import { securityHeaders, viewerHeaders } from '@/lib/server/http/security-headers';
import { log } from '@/lib/server/log';
import { requestHeaders } from '@/lib/server/request-headers';
import { dataCall, serveData } from '@/lib/server/transfer/node-http';
import { type AddressKind, decodable, isAsset, isTooLong, kindOf, originForm, pathOf } from './address';
import { answerMethod, refuse as refuseCall } from './call-methods';
import { cleanPath, redirectTo } from './clean-address';
import { observe } from './health/observe';
import { answerProbe, type Watched } from './health/probes';
import { followOldLink } from './old-links';
import { isTooFast } from './page-rate';
import { isTakenIn } from './pipelined';
import { meantBy } from './program-links';
import { isReady } from './ready';
import { answerUnavailable } from './unavailable';

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Headers by which a client could speak to the framework's inner parts. */
const frameworkHeader = /^(x-middleware-|x-invoke-|next-action$|next-resume$)/;

type Terms = {
  /** Whether everything an answer needs is there; until then callers are told to come back. */
  isOpen?: (needs: 'database' | 'pages') => boolean;
  /** What is asked about this process itself, at any time. */
  watched?: Watched;
  /** A connection on which nothing moves for this long is ended, even in the middle of a request. */
  idleMs?: number;
};

/** The public port: files go to the transfer layer, everything else to the pages and JSON calls. */
export function createFrontDoor(app: Handler, terms: Terms = {}): Server {
  const { isOpen = () => true, watched, idleMs = 60_000 } = terms;
  const server = createServer(
    {
      requestTimeout: 0, // an upload may take hours; a silent connection ends by `timeout`
      headersTimeout: 60_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => {
      if (!isTakenIn(req, res)) return;
      takeIn(req, res);
      if (watched && answerProbe(req, res, watched)) return;
      enter(req, res, { app, isOpen }).catch((error: unknown) => fail(req, res, error));
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

/** Keeps clients from speaking to the inside, and gives the request the name under which logs and audit know it. */
function takeIn(req: IncomingMessage, res: ServerResponse): void {
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
  observe(req, res);
}

type Inside = { app: Handler; isOpen: NonNullable<Terms['isOpen']> };

async function enter(req: IncomingMessage, res: ServerResponse, { app, isOpen }: Inside): Promise<void> {
  const needs = isAsset(pathOf(req.url)) ? 'pages' : 'database';
  if (await isReady(req, () => isOpen(needs))) await answer(req, res, app);
  else answerUnavailable(req, res);
}

async function answer(req: IncomingMessage, res: ServerResponse, app: Handler): Promise<void> {
  noteCaller(req);
  req.url = decodable(req.url ?? '/');
  // Addresses end up in logs, histories and other sites' statistics.
  if (accessTokensIn(decodeURIComponent(req.url)).length > 0) return refuseCall(req, res, 'token.inAddress');
  if (!canParseUrl(req.url, 'http://localhost')) return refuse(res, 400);
  if (await followOldLink(req, res, new URL(req.url, 'http://localhost').pathname)) return;
  await answerOwn(req, res, app);
}

/** What asks for an address of ours, or has been made to. */
async function answerOwn(req: IncomingMessage, res: ServerResponse, app: Handler): Promise<void> {
  if (isLedToCleanAddress(req, res)) return;
  const { url = '/' } = req;
  const path = new URL(url, 'http://localhost').pathname;
  const kind = kindOf(path);
  const target = dataCall(req.method ?? '', path);
  for (const [name, value] of headersFor(kind)) res.setHeader(name, value);
  if (isTooLong(url, kind, target !== null)) return refuse(res, 414);

  if (isForeignPart(req, path)) return refuse(res, 403);
  if (kind === 'call' && answerMethod(req, res, path)) return;
  if (target) return serveData(req, res, target);
  if (kind !== 'call' && !mayRead(req, res, path)) return;
  if (kind === 'page') tellPage(req, res, path);
  await app(req, res);
}

/** A pasted link leads a browser to the clean address, and a program to the call that it means. */
function isLedToCleanAddress(req: IncomingMessage, res: ServerResponse): boolean {
  const asked = new URL(req.url ?? '/', 'http://localhost');
  const clean = cleanPath(asked.pathname);
  const meant = meantBy(req, clean, asked.search);
  req.url = meant ?? req.url;
  if (meant !== null || clean === asked.pathname || !isRead(req)) return false;
  return redirectTo(res, clean + asked.search);
}

/** What a page can't know by itself. The framework reads its scripts' nonce from the policy of the request. */
function tellPage(req: IncomingMessage, res: ServerResponse, path: string): void {
  req.headers['content-security-policy'] = String(res.getHeader('content-security-policy'));
  const inboxes = paths.inbox('');
  if (path.startsWith(inboxes)) req.headers[innerHeaders.inbox] = path.slice(inboxes.length);
}

/** Frames of ours have an origin of their own, so what they load looks foreign. */
const isForeignPart = (req: IncomingMessage, path: string): boolean =>
  !isAsset(path) && isPartOfOtherSite(requestHeaders(req.headers));

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Whatever isn't a call is only read, and by nobody without an end. */
function mayRead(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  if (isRead(req)) return isAsset(path) || !isTooFast(req, res);
  if (req.method === 'POST' && path === serverPaths.receive) return sayLost(res);
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

function headersFor(kind: AddressKind): [name: string, value: string][] {
  if (kind === 'viewer') return viewerHeaders();
  return securityHeaders(kind === 'page' ? randomBytes(16).toString('base64') : null);
}

function noteCaller(req: IncomingMessage): void {
  const forwardedFor = req.headers['x-forwarded-for'];
  req.headers[innerHeaders.address] = clientAddress(
    req.socket.remoteAddress ?? '',
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    config().TRUSTED_PROXIES,
  );
  noteProxyPerson(req);
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
