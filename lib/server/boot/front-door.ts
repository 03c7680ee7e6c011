import 'server-only';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUploads, isDataCall, serveData } from '@/lib/server/dataplane/node';
import { addressHeader } from '@/lib/server/http/context';
import { securityHeaders } from '@/lib/server/http/security-headers';
import { log } from '@/lib/server/log';

export type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Headers by which a client could speak to the framework's inner parts. */
const innerHeader = /^(x-middleware-|x-invoke-|next-action$|next-resume$|x-slipway-)/;

/** The public port: files go to the data plane, everything else to the pages and JSON calls. */
export function createFrontDoor(app: Answer): Server {
  const server = createServer(
    {
      requestTimeout: 0, // an upload may take hours; a silent socket ends by `timeout`
      headersTimeout: 60_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (req, res) => void answer(req, res, app).catch((error: unknown) => fail(res, error)),
  );
  server.timeout = 120_000;
  server.on('upgrade', (_req, socket) => socket.destroy());
  return server;
}

async function answer(req: IncomingMessage, res: ServerResponse, app: Answer): Promise<void> {
  cleanHeaders(req);
  const url = req.url ?? '/';
  if (!URL.canParse(url, 'http://localhost')) return refuse(res, 400);
  const path = new URL(url, 'http://localhost').pathname;
  const isPage = !path.startsWith('/api/');
  const nonce = isPage ? randomBytes(16).toString('base64') : null;
  for (const [name, value] of securityHeaders(nonce)) res.setHeader(name, value);

  if (isDataCall(req.method ?? '', path)) return serveData(req, res);
  if (isPage && req.method !== 'GET' && req.method !== 'HEAD')
    return refuse(res, 405, { allow: 'GET, HEAD' });
  // The framework reads its scripts' nonce from the policy of the request.
  if (isPage) req.headers['content-security-policy'] = String(res.getHeader('content-security-policy'));
  await app(req, res);
}

/** Keeps clients from speaking to the inside, and notes who the socket belongs to. */
function cleanHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (innerHeader.test(name)) delete req.headers[name];
  }
  req.headers[addressHeader] = req.socket.remoteAddress ?? '';
}

function refuse(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  res.writeHead(status, { ...headers, 'content-length': 0 });
  res.end();
}

/** One request that fails unexpectedly must not end the process for all. */
function fail(res: ServerResponse, error: unknown): void {
  log().error({ err: error }, 'request failed');
  if (res.headersSent) res.destroy();
  else refuse(res, 500);
}

/**
 * Takes no more requests, has uploads store what has arrived, lets the others finish, and after `graceMs` ends what
 * is left.
 */
export async function closeFrontDoor(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const done = Promise.all([closed, closeUploads()]);
  const isOver = await Promise.race([done.then(() => true), sleep(graceMs, false, { ref: false })]);
  if (!isOver) server.closeAllConnections();
  await closed;
}
