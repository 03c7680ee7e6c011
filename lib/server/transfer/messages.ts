import 'server-only';
import type { Readable } from 'node:stream';
import type { RequestHeaders } from '@/lib/server/request-headers';

/** A request as the transfer layer sees it, from whichever server. */
export type TransferRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: RequestHeaders;
  body: Readable | null;
};

/** The bytes of an answer's body, already open: they are read to the end or given up by `return`. */
export type ByteStream = {
  /** A buffer is only valid until the next one is asked for. */
  next: () => Promise<IteratorResult<Buffer>>;
  return: () => Promise<IteratorResult<Buffer>>;
  [Symbol.asyncIterator]: () => ByteStream;
};

/** An answer as the transfer layer gives it; its headers' names in small letters, so that none is there twice. */
export type TransferResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | ByteStream | null;
};
