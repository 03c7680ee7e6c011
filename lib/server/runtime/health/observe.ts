import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '@/lib/server/http/client-address';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { redactedPath } from '@/lib/server/http/redacted-path';
import { log } from '@/lib/server/log';
import { increment } from '@/lib/server/metrics';
import type { Route, RouteClass } from '../routes';
import { noteDuration } from './durations';
import { isProbe } from './probes';

type Open = { socket: Socket; kind: RouteClass };

const open = new Set<Open>();

/**
 * How much of a connection's bytes has been counted: several requests share one, and long ones are counted in between.
 */
const counted = new WeakMap<Socket, { read: number; written: number }>();

function countBytes({ socket, kind }: Open): void {
  const before = counted.get(socket) ?? { read: 0, written: 0 };
  const { bytesRead: read, bytesWritten: written } = socket;
  if (read > before.read) increment('slipway_received_bytes_total', { route: kind }, read - before.read);
  if (written > before.written)
    increment('slipway_sent_bytes_total', { route: kind }, written - before.written);
  counted.set(socket, { read, written });
}

/** Requests that are not over yet, by kind of route; their bytes so far are counted now. */
export function openRequests(): Map<RouteClass, number> {
  const numbers = new Map<RouteClass, number>();
  for (const request of open) {
    countBytes(request);
    numbers.set(request.kind, (numbers.get(request.kind) ?? 0) + 1);
  }
  return numbers;
}

/** Counts a request and writes a line about it when it is over. */
export function observe(req: IncomingMessage, res: ServerResponse, route: Route): void {
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
    noteDuration(kind, ms / 1000);
    writeLine(req, res, { kind, path, ms });
  });
}

type Over = { kind: RouteClass; path: string; ms: number };

/** Fetched scripts and health probes interest only those who look for them. */
function writeLine(req: IncomingMessage, res: ServerResponse, { kind, path, ms }: Over): void {
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
