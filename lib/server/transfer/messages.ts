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

export const queryIn = ({ url }: Pick<TransferRequest, 'url'>): URLSearchParams =>
  new URL(url, 'http://localhost').searchParams;

/** A response body that is open: it must be read to the end or closed by `return`. */
export type ByteStream = {
  /** A buffer is only valid until the next call. */
  next: () => Promise<IteratorResult<Buffer>>;
  return: (value?: undefined) => Promise<IteratorResult<Buffer>>;
  [Symbol.asyncIterator]: () => ByteStream;
};

/** Header names are in lower case. */
export type TransferResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | ByteStream | null;
  /** The answer begins before the request's body has ended. */
  isAnsweredEarly?: boolean;
  /** Also called when the client leaves while the body has nothing to say. */
  onClose?: () => void;
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

export const wantsJson = (headers: RequestHeaders): boolean =>
  /\bapplication\/json\b/i.test(headers.get('accept') ?? '');

/** A client without an Accept header may expect JSON errors, as other calls give. */
const takesText = (headers: RequestHeaders): boolean => headers.get('accept') !== null && !wantsJson(headers);

/** Never has the status of a success, unlike refusals of older calls. */
export function plainRefusal(
  refused: TransferResponse & { body: string | null },
  request: TransferRequest,
): TransferResponse {
  const { headers } = request;
  if (refused.body === null) return refused;
  const status = refused.status === 200 ? 422 : refused.status;
  const { message } = JSON.parse(refused.body) as { message: string };
  const isJson = !takesText(headers);
  const answer = textResponse(status, isJson ? refused.body : `${message}\n`, isJson);
  return { ...answer, headers: { ...refused.headers, ...answer.headers } };
}

export function textResponse(status: number, text: string, isJson = false): TransferResponse {
  return {
    status,
    body: text,
    headers: {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
    },
  };
}
