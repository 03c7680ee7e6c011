import 'server-only';
import { refusalOf } from '@/lib/server/http/refusal';
import type { TransferRequest, TransferResponse } from './messages';

/** Turns whatever went wrong into an answer in the caller's language. */
export function errorResponse(
  error: unknown,
  request: TransferRequest,
): TransferResponse & { body: string | null } {
  const { status, headers, body } = refusalOf(error, request);
  const text = JSON.stringify(body);
  const about = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return { status, headers: { ...headers, ...about }, body: request.method === 'HEAD' ? null : text };
}
