import 'server-only';
import type { Readable } from 'node:stream';
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
