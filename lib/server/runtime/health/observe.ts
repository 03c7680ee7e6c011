import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { redactedPath } from '@/lib/server/audit/audit';
import { clientAddress, innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';
import { increment } from '@/lib/server/metrics';
import type { Route, RouteClass } from '../routes';
import { recordDuration } from './durations';
import { isProbe } from './probes';

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
  const { path } = route;
  const kind = isProbe(path) ? 'probe' : route.class;
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
    ip: req.headers[innerHeaders.address] ?? clientAddress(req.socket.remoteAddress ?? '', undefined, []),
    method: req.method,
    route: kind,
    path: redactedPath(path),
    status: res.headersSent ? res.statusCode : null,
    ms: Math.round(ms),
    ...(!res.writableFinished && { cut: true }),
  };
  log()[level](line);
}
