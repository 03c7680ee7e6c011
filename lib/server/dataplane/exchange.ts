import 'server-only';
import type { Readable } from 'node:stream';

/** A request as the data plane sees it, whoever took it in. */
export type DataRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: Headers;
  body: Readable | null;
};

/** A file's bytes, already open: they are read to the end or given back by `return`. */
export type Parts = {
  /** A buffer is only valid until the next one is asked for. */
  next: () => Promise<IteratorResult<Buffer>>;
  return: () => Promise<IteratorResult<Buffer>>;
  [Symbol.asyncIterator]: () => Parts;
};

/** An answer as the data plane gives it. */
export type Answer = { status: number; headers: Headers; body: string | Parts | null };
