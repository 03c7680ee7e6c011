import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { redactedPath } from '@/lib/server/journal/redacted';
import { log } from '@/lib/server/log';
import { increment, recordDuration } from '@/lib/server/metrics';
import { plainAddress } from '@/lib/server/network-address';
import type { Route, RouteClass } from './routes';

/**
 * Limits open requests by connection. Browsers and proxies use one at a time; thousands of unread answers would each
 * hold buffers.
 */
export const maxOpen = 32;

const openOn = new WeakMap<Socket, Set<ServerResponse>>();

/** Returns false for a request above the limit, and ends its connection. */
export function admitRequest({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const open = openOn.get(socket) ?? watchConnection(socket);
  if (open.size < maxOpen) {
    open.add(res);
    res.once('close', () => open.delete(res));
    return true;
  }
  if (!socket.destroyed)
    log().info({ ip: socket.remoteAddress }, `more than ${maxOpen} requests wait on a connection`);
  socket.destroy();
  return false;
}

function watchConnection(socket: Socket): Set<ServerResponse> {
  const open = new Set<ServerResponse>();
  openOn.set(socket, open);
  socket.setMaxListeners(2 * maxOpen); // each request listens for the connection's end
  socket.once('close', () => {
    // Node closes the current answer only. Without this, those behind it would never end for the code that counts them.
    for (const res of [...open].filter((waiting) => !waiting.socket)) {
      res.destroy();
      res.emit('close');
    }
  });
  return open;
}

type OpenRequest = { socket: Socket; kind: RouteClass };

const open = new Set<OpenRequest>();

/** Bytes counted so far by connection: requests share one, and long requests are counted meanwhile. */
const countedBytes = new WeakMap<Socket, { read: number; written: number }>();

function countBytes({ socket, kind }: OpenRequest): void {
  const before = countedBytes.get(socket) ?? { read: 0, written: 0 };
  const { bytesRead: read, bytesWritten: written } = socket;
  if (read > before.read) increment('slipway_received_bytes_total', { route: kind }, read - before.read);
  if (written > before.written)
    increment('slipway_sent_bytes_total', { route: kind }, written - before.written);
  countedBytes.set(socket, { read, written });
}

export function openRequests(): Map<RouteClass, number> {
  const numbers = new Map<RouteClass, number>();
  for (const request of open) {
    countBytes(request);
    numbers.set(request.kind, (numbers.get(request.kind) ?? 0) + 1);
  }
  return numbers;
}

export function observeRequest(req: IncomingMessage, res: ServerResponse, route: Route): void {
  const began = performance.now();
  const { path, class: kind } = route;
  const request = { socket: req.socket, kind };
  open.add(request);
  res.once('close', () => {
    open.delete(request);
    countBytes(request);
    const ms = performance.now() - began;
    const status = String(res.headersSent ? res.statusCode : 'none');
    increment('slipway_http_requests_total', { route: kind, status });
    recordDuration(kind, ms / 1000);
    logRequest(req, res, { kind, path, ms });
  });
}

type FinishedRequest = { kind: RouteClass; path: string; ms: number };

function logRequest(req: IncomingMessage, res: ServerResponse, { kind, path, ms }: FinishedRequest): void {
  const level = kind === 'asset' || kind === 'probe' ? 'debug' : 'info';
  if (!log().isLevelEnabled(level)) return;
  const line = {
    event: 'request',
    req: req.headers[innerHeaders.request],
    ip: req.headers[innerHeaders.address] ?? plainAddress(req.socket.remoteAddress ?? ''),
    method: req.method,
    route: kind,
    path: redactedPath(path),
    status: res.headersSent ? res.statusCode : null,
    ms: Math.round(ms),
    ...(!res.writableFinished && { cut: true }),
  };
  log()[level](line);
}
