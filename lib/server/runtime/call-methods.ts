import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { isReadMethod } from '@/lib/contract/http/path-pattern';
import { securityHeaders } from '@/lib/server/http/browser-rules';
import { invalid } from '@/lib/server/http/invalid';
import { requestHeaders } from '@/lib/server/request-headers';
import { errorResponse } from '@/lib/server/transfer/messages';
import { type Route, routedMethods } from './routes';

/**
 * Answers OPTIONS, impossible ids, methods that the call doesn't have, and compressed bodies. Returns false for all
 * other requests, and for OPTIONS where that is a call of its own.
 */
export function answerMethod(req: IncomingMessage, res: ServerResponse, route: Route): boolean {
  const { method = '' } = req;
  const { call, hasImpossibleId } = route;
  const isSend = route.path.startsWith('/u/');
  if (hasImpossibleId || (!call && (isSend || !routedMethods.has(method)))) {
    refuse(req, res, 'request.notFound');
    return true;
  }
  if (!call || (call.methods.includes(method) && (method !== 'OPTIONS' || call.hasOwnOptions)))
    return refuseCoding(req, res);
  res.setHeader('allow', call.methods.join(', '));
  if (method === 'OPTIONS') res.writeHead(204).end();
  else refuse(req, res, 'request.methodNotAllowed');
  return true;
}

const coding = /^(x-)?(gzip|deflate|compress|br|zstd)$/i;

/** Refuses a compressed body: nothing unpacks it, so a file would be kept in a form that its name denies. */
function refuseCoding(req: IncomingMessage, res: ServerResponse): boolean {
  const { 'content-encoding': coded = '', 'transfer-encoding': sent = '' } = req.headers;
  const codings = [coded, sent].join().split(',');
  if (isRead(req) || !codings.some((one) => coding.test(one.trim()))) return false;
  refuseBy(req, res, invalid('Content-Encoding', 'unsupported'));
  return true;
}

export const isRead = ({ method = '' }: IncomingMessage): boolean => isReadMethod(method);

export const refuse = (req: IncomingMessage, res: ServerResponse, code: ErrorCode): void =>
  refuseBy(req, res, new AppError(code));

export function refuseBy(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (!req.complete) res.setHeader('connection', 'close'); // the rest of the body stays unread
  const { method = '', url = '' } = req;
  const request = { method, url, headers: requestHeaders(req.headers), body: null };
  const { status, headers, body } = errorResponse(error, request);
  res.writeHead(status, headers).end(body);
}

export function redirectTo(res: ServerResponse, location: string): void {
  for (const [name, value] of securityHeaders(null)) res.setHeader(name, value);
  res.writeHead(302, { location, 'cache-control': 'no-store', 'content-length': 0 });
  res.end();
}

/** Refuses CONNECT. Node leaves the socket to the listener, its errors and its end included. */
export function refuseTunnel(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    () => socket.destroy(),
  );
}
