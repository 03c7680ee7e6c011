import 'server-only';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { type Duplex, pipeline, type Writable } from 'node:stream';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import type { Handler } from '../front-door';
import { answerUnavailable } from '../unavailable';
import type { FirstPage, FirstPages } from './first-page';
import { innerHeaderBytes } from './messages';
import type { Pages } from './pages';

/**
 * Not passed on. Names listed in a `Connection` header are: dropping them would let a client remove headers that the
 * front door set.
 */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function passOnTo(
  { socket, isUp }: Pick<Pages, 'socket' | 'isUp'>,
  firstPageOf: FirstPages = () => null,
): Handler {
  const agent = new InnerConnections();
  return async (req, res) => {
    if (!isUp()) return answerUnavailable(req, res);
    const hasBody = hasRequestBody(req);
    const firstPage = firstPageOf(req);
    const inner = http.request({
      agent,
      maxHeaderSize: innerHeaderBytes,
      socketPath: socket(),
      method: req.method,
      path: req.url,
      headers: { ...requestHeaders(req, hasBody), ...(firstPage && { 'accept-encoding': 'identity' }) },
      setHost: false,
    });
    inner.on('response', (answer) => {
      if (!isOutage(answer)) return relay(answer, res, firstPage);
      answer.destroy();
      answerUnavailable(req, res);
    });
    inner.on('error', () => {
      // `relay` handles answers that break off.
      if (!res.headersSent && !res.destroyed) answerUnavailable(req, res);
    });
    res.once('close', () => {
      if (res.writableFinished && inner.writableFinished) return;
      inner.destroy(); // the client is gone, or the rest of the body stays unread
      if (res.writableFinished) drainBody(req, inner);
    });
    if (!hasBody) return void inner.end();
    agent.closeAfter(inner);
    req.pipe(inner);
  };
}

/**
 * Reuses only connections that carried no body: a body given up half-way leaves its rest on the connection, which
 * only the other process notices.
 */
class InnerConnections extends http.Agent {
  readonly #carriedBody = new WeakSet<Duplex>();

  constructor() {
    super({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' });
  }

  closeAfter(request: http.ClientRequest): void {
    request.once('socket', (socket) => this.#carriedBody.add(socket));
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return !this.#carriedBody.has(socket) && Boolean(super.keepSocketAlive(socket));
  }
}

const isOutage = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode >= 500 && headers[innerHeaders.outage] !== undefined;

const lingerMs = 10_000;

/** The next request on the connection can't be read before this one's body ends. */
function drainBody(req: IncomingMessage, inner: Writable): void {
  req.unpipe(inner);
  req.resume();
  const timer = setTimeout(() => req.destroy(), lingerMs).unref();
  req.once('close', () => clearTimeout(timer));
  req.once('end', () => clearTimeout(timer));
}

const hasRequestBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function requestHeaders({ method, headers }: IncomingMessage, hasBody: boolean): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers);
  delete passed.expect; // the front door answered it
  if (method === 'GET' || method === 'HEAD') delete passed['content-length'];
  // Set explicitly, because for some methods node would send a body without framing.
  if (hasBody && passed['content-length'] === undefined) passed['transfer-encoding'] = 'chunked';
  return passed;
}

function relay(answer: IncomingMessage, res: ServerResponse, firstPage: FirstPage | null): void {
  if (res.destroyed) return void answer.destroy();
  const shape = firstPage?.shape(answer);
  const headers = { ...withoutHopByHop(answer.headers), ...shape?.headers };
  if (shape) delete headers['content-length'];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) res.setHeader(name, value);
  }
  res.writeHead(answer.statusCode ?? 502);
  if (headers['content-length'] === undefined) res.flushHeaders(); // the first part of a stream may come late
  // Ends `res` early when the answer does, so that the client sees that it is incomplete.
  pipeline([answer, ...(shape?.streams ?? []), res], () => undefined);
}

function withoutHopByHop(headers: http.IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && name !== innerHeaders.outage),
  );
}
