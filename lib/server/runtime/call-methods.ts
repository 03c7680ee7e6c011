import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { requestHeaders } from '@/lib/server/request-headers';
import { refuse as refusalAnswer } from '@/lib/server/transfer/refuse';
import { type Route, routedMethods } from './routes';

/**
 * Answers OPTIONS, impossible ids and methods that the call doesn't have. Returns false for all other requests, and
 * for OPTIONS where that is a call of its own.
 */
export function answerMethod(req: IncomingMessage, res: ServerResponse, route: Route): boolean {
  const { method = '' } = req;
  const { call, hasImpossibleId } = route;
  if (hasImpossibleId || (!call && !routedMethods.has(method))) {
    refuse(req, res, 'request.notFound');
    return true;
  }
  if (!call || (call.methods.includes(method) && (method !== 'OPTIONS' || call.hasOwnOptions))) return false;
  res.setHeader('allow', call.methods.join(', '));
  if (method === 'OPTIONS') res.writeHead(204).end();
  else refuse(req, res, 'request.methodNotAllowed');
  return true;
}

/** Refuses a request as a call is refused, also when it asks for a page. */
export const refuse = (req: IncomingMessage, res: ServerResponse, code: ErrorCode): void =>
  refuseBy(req, res, new AppError(code));

export function refuseBy(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (!req.complete) res.setHeader('connection', 'close'); // a body that nobody will read
  const { method = '', url = '' } = req;
  const request = { method, url, headers: requestHeaders(req.headers), body: null };
  const { status, headers, body } = refusalAnswer(error, request);
  res.writeHead(status, headers).end(body);
}
