import 'server-only';
import { refusalOf } from '@/lib/server/http/refusal';
import type { Answer, DataRequest } from './exchange';

/** Turns whatever went wrong into an answer in the caller's language. */
export function refuse(error: unknown, request: DataRequest): Answer {
  const { status, headers, body } = refusalOf(error, request);
  const answer = new Headers(headers);
  const text = JSON.stringify(body);
  answer.set('content-type', 'application/json');
  answer.set('content-length', String(Buffer.byteLength(text)));
  return { status, headers: answer, body: request.method === 'HEAD' ? null : text };
}
