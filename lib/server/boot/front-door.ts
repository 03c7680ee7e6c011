import 'server-only';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUploads, isDataCall, serveData } from '@/lib/server/dataplane/node';
import { addressHeader } from '@/lib/server/http/context';
import { securityHeaders } from '@/lib/server/http/security-headers';
import { log } from '@/lib/server/log';
import { answerUnavailable } from './unavailable';

export type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Headers by which a client could speak to the framework's inner parts. */
const innerHeader = /^(x-middleware-|x-invoke-|next-action$|next-resume$|x-slipway-)/;

/** Uploads get this long to store what they have, and requests this long to end after they were cut. */
const settleMs = 1_000;

/**
 * The public port: files go to the data plane, everything else to the pages and JSON calls. It listens from the
 * first moment and answers 503 until `open`, and whenever the database is away.
 */
export class FrontDoor {
  private readonly server: Server;
  private readonly running = new Set<Promise<void>>();
  private app: Answer | null = null;
  private isUp: () => boolean = () => true;

  constructor() {
    this.server = createServer(
      {
        requestTimeout: 0, // an upload may take hours; a silent socket ends by `timeout`
        headersTimeout: 60_000,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16 * 1024,
      },
      (req, res) => this.take(req, res),
    );
    this.server.timeout = 120_000;
    this.server.on('upgrade', (_req, socket) => socket.destroy());
  }

  /** @returns the port, which the system chooses for 0 */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  /** @param isUp whether what the answers need is there */
  open(app: Answer, isUp: () => boolean): void {
    this.app = app;
    this.isUp = isUp;
  }

  /**
   * Takes no more requests and lets the running ones finish. After `graceMs` uploads store what has arrived,
   * and what is left then is cut.
   */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection that becomes idle only now would be kept for its next request.
    const sweep = setInterval(() => this.server.closeIdleConnections(), 50);
    const isOver = await Promise.race([closed.then(() => true), sleep(graceMs, false, { ref: false })]);
    clearInterval(sweep);
    if (isOver) return;
    await Promise.race([closeUploads(), sleep(settleMs, undefined, { ref: false })]);
    this.server.closeAllConnections();
    await Promise.race([Promise.all([closed, ...this.running]), sleep(settleMs, undefined, { ref: false })]);
  }

  private take(req: IncomingMessage, res: ServerResponse): void {
    const path = pathOf(req);
    const isStatic = path.startsWith('/_next/');
    if (!this.app || !(isStatic || this.isUp())) {
      answerUnavailable(req, res);
      return;
    }
    const answering = answer(req, res, path, this.app)
      .catch((error: unknown) => giveUp(req, res, error))
      .finally(() => this.running.delete(answering));
    this.running.add(answering);
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split('?', 1)[0] ?? '/';
  return path.startsWith('/') ? path : '/';
}

async function answer(req: IncomingMessage, res: ServerResponse, path: string, app: Answer): Promise<void> {
  cleanHeaders(req);
  if (!URL.canParse(req.url ?? '/', 'http://localhost')) return refuse(res, 400);
  const isPage = !path.startsWith('/api/') || path === '/api/doc';
  const nonce = isPage ? randomBytes(16).toString('base64') : null;
  for (const [name, value] of securityHeaders(nonce)) res.setHeader(name, value);

  if (isDataCall(req.method ?? '', path)) return serveData(req, res);
  if (isPage && req.method !== 'GET' && req.method !== 'HEAD')
    return refuse(res, 405, { allow: 'GET, HEAD' });
  // The framework reads its scripts' nonce from the policy of the request.
  if (isPage) req.headers['content-security-policy'] = String(res.getHeader('content-security-policy'));
  await app(req, res);
}

/** What got past every door behind us ends this one request, never the server. */
function giveUp(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  log().error({ err: error, method: req.method, path: pathOf(req) }, 'request failed');
  if (res.headersSent) res.destroy();
  else res.writeHead(500, { 'content-length': 0 }).end();
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
