import 'server-only';
import { refusalOf } from '@/lib/server/http/refusal';
import type { Answer, DataRequest } from './messages';

/** Turns whatever went wrong into an answer in the caller's language. */
export function refuse(error: unknown, request: DataRequest): Answer & { body: string | null } {
  const { status, headers, body } = refusalOf(error, request);
  const text = JSON.stringify(body);
  const about = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return { status, headers: { ...headers, ...about }, body: request.method === 'HEAD' ? null : text };
}
