import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ByteRange } from '@/lib/server/storage/storage';
import type { Answer, DataRequest, Parts } from '../exchange';
import { refuse } from '../refuse';
import { judge, rangeCounts, type Version } from './conditions';
import { rangeOf } from './range';
import { countingParts } from './sent-bytes';

/** Uploaded content never acts in our name: no scripts, no requests, no frame of another site around it. */
const always = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Bytes of a known length that can be read from anywhere. */
export type Bytes = {
  sizeBytes: number;
  version: Version;
  /** What this kind of answer says about itself. */
  headers: Record<string, string>;
  read: (range: ByteRange) => AsyncGenerator<Buffer>;
  /** Where the server in front finds the bytes itself; null when it can't. */
  redirect?: () => Promise<string> | null;
  /** Told once the bytes of a GET are out, or when they no longer will be. */
  sent: (sent: { sentBytes: number; isWhole: boolean; isRange: boolean; startedAt: Date }) => void;
};

/** Answers with what `find` gives or with why it refuses; either way under the rules for uploaded content. */
export async function contentAnswer(request: DataRequest, find: () => Promise<Bytes>): Promise<Answer> {
  const answer = await find()
    .then((bytes) => bytesAnswer(request, bytes))
    .catch((error: unknown) => refuse(error, request));
  for (const [name, value] of Object.entries(always)) answer.headers.set(name, value);
  return answer;
}

async function bytesAnswer(request: DataRequest, bytes: Bytes): Promise<Answer> {
  const { sizeBytes, version } = bytes;
  const headers = headersOf(bytes);
  const verdict = judge(request.headers, version);
  if (verdict === 'changed') throw new AppError('file.changed');
  if (verdict === 'notModified') return { status: 304, headers, body: null };

  const asked = rangeCounts(request.headers.get('if-range'), version) ? request.headers.get('range') : null;
  const range = request.method === 'GET' ? rangeOf(asked, sizeBytes) : null;
  if (range === 'unsatisfiable') return refuseRange(request, sizeBytes);
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  headers.set('Content-Length', String(end - start + 1));
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers, body: null };
  const told = { isRange: range !== null, startedAt: new Date() };
  if (sizeBytes === 0) {
    bytes.sent({ ...told, sentBytes: 0, isWhole: true });
    return { status, headers, body: null };
  }
  const redirect = conditions.some((name) => request.headers.has(name)) ? null : await bytes.redirect?.();
  if (redirect) {
    bytes.sent({ ...told, sentBytes: end - start + 1, isWhole: true });
    return { status: 200, headers: redirected(headers, redirect), body: null };
  }
  const parts = await opened(bytes.read({ start, end }));
  return { status, headers, body: countingParts(parts, (ended) => bytes.sent({ ...told, ...ended })) };
}

/** What the server in front would judge by its own idea of the file, which isn't ours. */
const conditions = ['if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** The server in front finds the range itself, and knows the length. */
function redirected(headers: Headers, place: string): Headers {
  for (const name of ['Content-Length', 'Content-Range', 'Accept-Ranges']) headers.delete(name);
  headers.set('X-Accel-Redirect', place);
  return headers;
}

function headersOf({ headers, version: { etag, modified } }: Bytes): Headers {
  return new Headers({
    ...headers,
    'Accept-Ranges': 'bytes',
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
    ...(etag && { ETag: etag }),
  });
}

function refuseRange(request: DataRequest, sizeBytes: number): Answer {
  const answer = refuse(new AppError('file.noSuchRange'), request);
  answer.headers.set('Content-Range', `bytes */${sizeBytes}`);
  return answer;
}

/** The bytes, once the first of them could be read: what is missing is refused before anything is promised. */
async function opened(parts: AsyncGenerator<Buffer>): Promise<Parts> {
  let first: IteratorResult<Buffer> | null = await parts.next();
  const all: Parts = {
    next: async () => {
      const next = first ?? (await parts.next());
      first = null;
      return next;
    },
    return: () => parts.return(undefined),
    [Symbol.asyncIterator]: () => all,
  };
  return all;
}
