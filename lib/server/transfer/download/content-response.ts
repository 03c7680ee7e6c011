import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { presentTime } from '@/lib/server/present-time';
import type { SentBytes } from '@/lib/server/services/download/record';
import type { ByteRange } from '@/lib/server/storage/port';
import { type ByteStream, errorResponse, type TransferRequest, type TransferResponse } from '../messages';
import {
  conditionHeaders,
  evaluatePreconditions,
  ifRangeMatches,
  mentionsOurValidators,
  parseRange,
  type Validators,
} from './conditions';

/** Uploaded content must not run scripts, send requests or be framed by other sites. */
const untrustedContentHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex, nofollow',
};

/** RFC 9110, 3.2. */
export type Representation = {
  sizeBytes: number;
  version: Validators;
  headers: Record<string, string>;
  read: (range: ByteRange) => AsyncGenerator<Buffer>;
  /** Presigns a URL for the storage. */
  link: (() => Promise<string>) | null;
  /** Returns the path for X-Accel-Redirect of a reverse proxy. */
  place: (() => Promise<string>) | null;
  /** Called before the first byte of a GET. May throw to refuse it. */
  onStart?: ((begun: Pick<SentBytes, 'isRange' | 'startedAt'>) => Promise<void>) | undefined;
  /** Asked once in a while: whether the rest of the bytes is refused. */
  isCutOff?: (() => Promise<boolean>) | undefined;
  /** Called once after a GET, also one that broke off. */
  sent: (sent: Omit<SentBytes, 'sizeBytes'>) => void;
};

export async function contentResponse(
  request: TransferRequest,
  find: () => Promise<Representation>,
): Promise<TransferResponse> {
  const response = await find()
    .then((representation) => representationResponse(request, representation))
    .catch((error: unknown) => errorResponse(error, request));
  return { ...response, headers: { ...response.headers, ...untrustedContentHeaders } };
}

async function representationResponse(
  request: TransferRequest,
  bytes: Representation,
): Promise<TransferResponse> {
  const { sizeBytes, version, link } = bytes;
  if (link && request.method === 'GET' && !mentionsOurValidators(request.headers, version)) {
    return redirect(request, bytes, link);
  }
  const headers = headersOf(bytes);
  const outcome = evaluatePreconditions(request.headers, version);
  if (outcome === 'changed') throw new AppError('file.changed');
  if (outcome === 'notModified') return { status: 304, headers, body: null };

  const rangeHeader = ifRangeMatches(request.headers.get('if-range'), version)
    ? request.headers.get('range')
    : null;
  const range = request.method === 'GET' ? parseRange(rangeHeader, sizeBytes) : null;
  if (range === 'unsatisfiable') return refuseRange(request, sizeBytes);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${sizeBytes}`;
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  headers['content-length'] = String(end - start + 1);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers, body: null };
  return send(request, bytes, { status, headers, range: { start, end } });
}

async function send(
  request: TransferRequest,
  bytes: Representation,
  { status, headers, range }: { status: number; headers: TransferResponse['headers']; range: ByteRange },
): Promise<TransferResponse> {
  const reachesEnd = range.end === bytes.sizeBytes - 1;
  const started = { isRange: status === 206, startedAt: presentTime() };
  if (bytes.sizeBytes === 0) {
    await bytes.onStart?.(started);
    bytes.sent({ ...started, sentBytes: 0, isWhole: true, hasEnd: true });
    return { status, headers, body: null };
  }
  // The reverse proxy would evaluate conditions by validators of its own.
  if (bytes.place && !conditionHeaders.some((name) => request.headers.has(name))) {
    const place = await bytes.place();
    await bytes.onStart?.(started);
    bytes.sent({ ...started, sentBytes: range.end - range.start + 1, isWhole: true, hasEnd: reachesEnd });
    return { status: 200, headers: accelHeaders(headers, place), body: null };
  }
  const buffers = checked(bytes, range);
  const first = await buffers.next(); // a missing file is refused, and uses no download
  try {
    await bytes.onStart?.(started);
  } catch (error) {
    await buffers.return(undefined);
    throw error;
  }
  const body = openStream(first, buffers, (ended) =>
    bytes.sent({ ...started, ...ended, hasEnd: reachesEnd && ended.isWhole }),
  );
  return { status, headers, body };
}

/** The bytes that the storage sends are unknown, so the download is recorded as started. */
async function redirect(
  { headers }: TransferRequest,
  { onStart, sent }: Representation,
  link: () => Promise<string>,
): Promise<TransferResponse> {
  const started = { isRange: headers.has('range'), startedAt: presentTime() };
  const location = await link();
  await onStart?.(started);
  sent({ ...started, sentBytes: 0, isWhole: false, hasEnd: false });
  return { status: 302, headers: { location, 'content-length': '0' }, body: null };
}

/** The reverse proxy evaluates the range and knows the length. */
function accelHeaders(headers: TransferResponse['headers'], place: string): TransferResponse['headers'] {
  const { 'content-length': _length, 'content-range': _range, 'accept-ranges': _unit, ...rest } = headers;
  return { ...rest, 'x-accel-redirect': place };
}

function headersOf({ headers, version: { etag, modified } }: Representation): TransferResponse['headers'] {
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

const cutOffCheckMs = 1_000;

/** A database that doesn't answer ends no download. @throws open.notFound */
async function* checked({ read, isCutOff }: Representation, range: ByteRange) {
  let checkedAt = performance.now();
  for await (const buffer of read(range)) {
    if (isCutOff && performance.now() - checkedAt >= cutOffCheckMs) {
      if (await isCutOff().catch(() => false)) throw new AppError('open.notFound');
      checkedAt = performance.now();
    }
    yield buffer;
  }
}

type SendResult = { sentBytes: number; isWhole: boolean };

/**
 * A buffer counts as sent when the next one is requested, which is when the socket has taken it.
 * @param onEnd called once, also when the stream breaks off
 */
function openStream(
  begun: IteratorResult<Buffer>,
  buffers: AsyncGenerator<Buffer>,
  onEnd: (result: SendResult) => void,
): ByteStream {
  let first: IteratorResult<Buffer> | null = begun;
  let sentBytes = 0;
  let pendingBytes = 0;
  let isFinished = false;
  const finish = (isWhole: boolean) => {
    if (isFinished) return;
    isFinished = true;
    onEnd({ sentBytes, isWhole });
  };
  const stream: ByteStream = {
    next: async () => {
      sentBytes += pendingBytes;
      pendingBytes = 0;
      try {
        const next = first ?? (await buffers.next());
        first = null;
        if (next.done) finish(true);
        else pendingBytes = next.value.length;
        return next;
      } catch (error) {
        finish(false);
        throw error;
      }
    },
    return: async () => {
      finish(false);
      return buffers.return(undefined);
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
