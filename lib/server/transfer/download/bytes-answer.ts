import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { presentTime } from '@/lib/server/present-time';
import type { SentBytes } from '@/lib/server/services/download/record';
import type { ByteRange } from '@/lib/server/storage/port';
import type { ByteStream, TransferRequest, TransferResponse } from '../messages';
import { errorResponse } from '../refuse';
import {
  conditionHeaders,
  evaluatePreconditions,
  ifRangeMatches,
  isAboutOurs,
  type Version,
} from './conditions';
import { countingStream, type Ended } from './counting-stream';
import { rangeOf } from './range';

/** Uploaded content never acts in our name: no scripts, no requests, no frame of another site around it. */
const untrustedContentHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
};

/** Bytes of a known length that can be read from anywhere. */
export type Bytes = {
  sizeBytes: number;
  version: Version;
  /** Headers that are particular to this kind of answer. */
  headers: Record<string, string>;
  read: (range: ByteRange) => AsyncGenerator<Buffer>;
  /** Where else these bytes can be had right now, for those who may have them; null where only here. */
  link: (() => Promise<string>) | null;
  /** Where the server in front finds them by itself; null where it can't. */
  place: (() => Promise<string>) | null;
  /** Called before the first byte of a GET goes out, wherever from. It may still refuse. */
  begins?: ((begun: Pick<SentBytes, 'isRange' | 'startedAt'>) => Promise<void>) | undefined;
  /** Called once the bytes of a GET are out, or it is clear that the rest won't be. */
  sent: (sent: Omit<SentBytes, 'sizeBytes'>) => void;
};

/** Answers with what `find` gives or with why it refuses; either way under the rules for uploaded content. */
export async function contentAnswer(
  request: TransferRequest,
  find: () => Promise<Bytes>,
): Promise<TransferResponse> {
  const answer = await find()
    .then((bytes) => bytesAnswer(request, bytes))
    .catch((error: unknown) => errorResponse(error, request));
  return { ...answer, headers: { ...answer.headers, ...untrustedContentHeaders } };
}

async function bytesAnswer(request: TransferRequest, bytes: Bytes): Promise<TransferResponse> {
  const { sizeBytes, version, link } = bytes;
  if (link && request.method === 'GET' && !isAboutOurs(request.headers, version)) {
    return redirect(request, bytes, link);
  }
  const headers = headersOf(bytes);
  const outcome = evaluatePreconditions(request.headers, version);
  if (outcome === 'changed') throw new AppError('file.changed');
  if (outcome === 'notModified') return { status: 304, headers, body: null };

  const asked = ifRangeMatches(request.headers.get('if-range'), version)
    ? request.headers.get('range')
    : null;
  const range = request.method === 'GET' ? rangeOf(asked, sizeBytes) : null;
  if (range === 'unsatisfiable') return refuseRange(request, sizeBytes);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${sizeBytes}`;
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  headers['content-length'] = String(end - start + 1);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers, body: null };
  return send(request, bytes, { status, headers, range: { start, end } });
}

type Sending = { status: number; headers: TransferResponse['headers']; range: ByteRange };

/** The bytes themselves, by us or by the server in front. */
async function send(
  request: TransferRequest,
  bytes: Bytes,
  { status, headers, range }: Sending,
): Promise<TransferResponse> {
  const reachesEnd = range.end === bytes.sizeBytes - 1;
  const told = { isRange: status === 206, startedAt: presentTime() };
  await bytes.begins?.(told);
  if (bytes.sizeBytes === 0) {
    bytes.sent({ ...told, sentBytes: 0, isWhole: true, hasEnd: true });
    return { status, headers, body: null };
  }
  // The server in front would evaluate a condition by its own idea of the file, which isn't ours.
  if (bytes.place && !conditionHeaders.some((name) => request.headers.has(name))) {
    const place = await bytes.place();
    bytes.sent({ ...told, sentBytes: range.end - range.start + 1, isWhole: true, hasEnd: reachesEnd });
    return { status: 200, headers: handedOver(headers, place), body: null };
  }
  const stream = await opened(bytes.read(range));
  const end = (ended: Ended) => bytes.sent({ ...told, ...ended, hasEnd: reachesEnd && ended.isWhole });
  return { status, headers, body: countingStream(stream, end) };
}

/** Nobody tells us how much of it arrives, so it is recorded as begun. */
async function redirect(
  { headers }: TransferRequest,
  { begins, sent }: Bytes,
  link: () => Promise<string>,
): Promise<TransferResponse> {
  const told = { isRange: headers.has('range'), startedAt: presentTime() };
  const location = await link();
  await begins?.(told);
  sent({ ...told, sentBytes: 0, isWhole: false, hasEnd: false });
  return { status: 302, headers: { location, 'content-length': '0' }, body: null };
}

/** The server in front finds the range itself, and knows the length. */
function handedOver(headers: TransferResponse['headers'], place: string): TransferResponse['headers'] {
  const { 'content-length': _length, 'content-range': _range, 'accept-ranges': _unit, ...rest } = headers;
  return { ...rest, 'x-accel-redirect': place };
}

function headersOf({ headers, version: { etag, modified } }: Bytes): TransferResponse['headers'] {
  return {
    ...headers,
    'accept-ranges': 'bytes',
    ...(modified && { 'last-modified': modified.toUTCString() }),
    ...(etag && { etag }),
  };
}

function refuseRange(request: TransferRequest, sizeBytes: number): TransferResponse {
  const answer = errorResponse(new AppError('file.noSuchRange'), request);
  answer.headers['content-range'] = `bytes */${sizeBytes}`;
  return answer;
}

/** The bytes, once the first of them could be read: what is missing is refused before anything is promised. */
async function opened(buffers: AsyncGenerator<Buffer>): Promise<ByteStream> {
  let first: IteratorResult<Buffer> | null = await buffers.next();
  const all: ByteStream = {
    next: async () => {
      const next = first ?? (await buffers.next());
      first = null;
      return next;
    },
    return: () => buffers.return(undefined),
    [Symbol.asyncIterator]: () => all,
  };
  return all;
}
