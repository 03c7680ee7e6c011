import 'server-only';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import type { Handler } from '../front-door';
import { answerUnavailable } from '../unavailable';
import { innerHeaderBytes } from './header-bytes';
import { InnerConnections } from './inner-connections';
import type { Pages } from './pages';

/**
 * What concerns one connection alone and so isn't passed on. Names that a `Connection` header lists stay: dropping
 * them would let a client take away what the front door has written.
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

/** Passes requests to the process of the pages and its answers back, both as they come. */
export function passOnTo({ socket, isUp }: Pick<Pages, 'socket' | 'isUp'>): Handler {
  const agent = new InnerConnections();
  return async (req, res) => {
    if (!isUp()) return answerUnavailable(req, res);
    const hasBody = bringsBody(req);
    const inner = http.request({
      agent,
      maxHeaderSize: innerHeaderBytes,
      socketPath: socket(),
      method: req.method,
      path: req.url,
      headers: requestHeaders(req, hasBody),
      setHost: false,
    });
    inner.on('response', (answer) => {
      if (!isOutage(answer)) return relay(answer, res);
      answer.destroy();
      answerUnavailable(req, res);
    });
    inner.on('error', () => {
      // An answer that breaks off is seen where it is relayed.
      if (!res.headersSent && !res.destroyed) answerUnavailable(req, res);
    });
    res.once('close', () => {
      if (res.writableFinished && inner.writableFinished) return;
      inner.destroy(); // nobody waits for it any more, or nobody reads the rest of it
      if (res.writableFinished) dropRest(req, inner);
    });
    if (!hasBody) return void inner.end();
    agent.closeAfter(inner);
    req.pipe(inner);
  };
}

const isOutage = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode >= 500 && headers[innerHeaders.outage] !== undefined;

/** How long the rest of a body is still read when its request was answered before its end. */
const lingerMs = 10_000;

/** Until it is over, the next request on the same connection can't be read. */
function dropRest(req: IncomingMessage, inner: Writable): void {
  req.unpipe(inner);
  req.resume();
  const timer = setTimeout(() => req.destroy(), lingerMs).unref();
  req.once('close', () => clearTimeout(timer));
  req.once('end', () => clearTimeout(timer));
}

const bringsBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function requestHeaders({ method, headers }: IncomingMessage, hasBody: boolean): OutgoingHttpHeaders {
  const passed = passedOn(headers);
  delete passed.expect; // the front door has answered it
  if (method === 'GET' || method === 'HEAD') delete passed['content-length'];
  // Set explicitly, because for some methods node would send a body without framing.
  if (hasBody && passed['content-length'] === undefined) passed['transfer-encoding'] = 'chunked';
  return passed;
}

function relay(answer: IncomingMessage, res: ServerResponse): void {
  if (res.destroyed) return void answer.destroy();
  for (const [name, value] of Object.entries(passedOn(answer.headers))) {
    if (value !== undefined) res.setHeader(name, value);
  }
  res.writeHead(answer.statusCode ?? 502);
  if (answer.headers['content-length'] === undefined) res.flushHeaders(); // the first part of a stream may take its time
  // Ends `res` early when the answer does: the client must see that this is not the whole.
  pipeline(answer, res, () => undefined);
}

function passedOn(headers: http.IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && name !== innerHeaders.outage),
  );
}
