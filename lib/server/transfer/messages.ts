import 'server-only';
import type { Readable } from 'node:stream';
import type { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { refusalOf } from '@/lib/server/http/refusal';
import type { RequestHeaders } from '@/lib/server/request-headers';

export type TransferRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: RequestHeaders;
  body: Readable | null;
};

/** A response body that is open: it must be read to the end or closed by `return`. */
export type ByteStream = {
  /** A buffer is only valid until the next call. */
  next: () => Promise<IteratorResult<Buffer>>;
  return: () => Promise<IteratorResult<Buffer>>;
  [Symbol.asyncIterator]: () => ByteStream;
};

/** Header names are in lower case. */
export type TransferResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | ByteStream | null;
};

export type TransferKind = keyof typeof allBytePaths;

/** `id`, `fileId` and `name` are "" when the path has none. */
export type TransferTarget = { kind: TransferKind; id: string; fileId: string; name: string };

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
