import 'server-only';
import { refusalOf } from '@/lib/server/http/refusal';
import type { TransferRequest, TransferResponse } from './messages';

/** Converts any error into a response in the caller's language. */
export function errorResponse(
  error: unknown,
  request: TransferRequest,
): TransferResponse & { body: string | null } {
  const { status, headers, body } = refusalOf(error, request);
  const text = JSON.stringify(body);
  const contentHeaders = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  };
  return {
    status,
    headers: { ...headers, ...contentHeaders },
    body: request.method === 'HEAD' ? null : text,
  };
}
