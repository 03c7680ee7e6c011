import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { contextFor } from '@/lib/server/http/context';
import { proofOf } from '@/lib/server/http/proof';
import type { StoredFile } from '@/lib/server/services/file/stored-file';
import { openFile } from '@/lib/server/services/open/open-file';
import { ownFile } from '@/lib/server/services/share/own-file';
import type { ByteRange } from '@/lib/server/storage/storage';
import type { Answer, Incoming, Parts } from '../exchange';
import type { Target } from '../paths';
import { refuse } from '../refuse';
import { judge, rangeCounts } from './conditions';
import { present } from './presentation';
import { rangeOf } from './range';

/** Uploaded content never acts in our name: no scripts, no requests, no frame of another site around it. */
const always = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** A file's bytes, for those who manage its share and for visitors of its link. */
export async function serveFile(request: Incoming, target: Target): Promise<Answer> {
  const answer = await answerTo(request, target).catch((error: unknown) => refuse(error, request));
  for (const [name, value] of Object.entries(always)) answer.headers.set(name, value);
  return answer;
}

async function answerTo(request: Incoming, { kind, id, fileId }: Target): Promise<Answer> {
  if (kind === 'ownFile') {
    const ctx = await contextFor(request, 'user');
    return fileAnswer(ctx, request, await ownFile(ctx, { shareId: id, fileId }));
  }
  const ctx = await contextFor(request, 'open');
  return fileAnswer(ctx, request, await openFile(ctx, { linkId: id, fileId }, proofOf(request.headers)));
}

async function fileAnswer(ctx: Context, request: Incoming, file: StoredFile): Promise<Answer> {
  const version = { etag: file.sha256 && `"${file.sha256}"`, modified: file.storedAt };
  const headers = headersOf(request, file, version.etag);
  const verdict = judge(request.headers, version);
  if (verdict === 'changed') throw new AppError('file.changed');
  if (verdict === 'notModified') return { status: 304, headers, body: null };

  const asked = rangeCounts(request.headers.get('if-range'), version) ? request.headers.get('range') : null;
  const range = request.method === 'GET' ? rangeOf(asked, file.sizeBytes) : null;
  if (range === 'unsatisfiable') return refuseRange(request, file);
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  headers.set('Content-Length', String(end - start + 1));
  const isEmpty = request.method === 'HEAD' || file.sizeBytes === 0;
  const body = isEmpty ? null : await openParts(ctx, file.id, { start, end });
  return { status: range ? 206 : 200, headers, body };
}

function headersOf(request: Incoming, file: StoredFile, etag: string | null): Headers {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const { type, disposition } = present(file, {
    isDownload: query.get('download') === '1',
    isPreview: query.get('preview') === '1',
    isForeignNavigation: isForeignNavigation(request.headers),
  });
  return new Headers({
    'Content-Type': type,
    'Content-Disposition': disposition,
    'Accept-Ranges': 'bytes',
    'Last-Modified': file.storedAt.toUTCString(),
    'File-Size': String(file.sizeBytes),
    ...(etag && { ETag: etag }),
  });
}

const isForeignNavigation = (headers: Headers): boolean =>
  headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-site') === 'cross-site';

function refuseRange(request: Incoming, { sizeBytes }: StoredFile): Answer {
  const answer = refuse(new AppError('file.noSuchRange'), request);
  answer.headers.set('Content-Range', `bytes */${sizeBytes}`);
  return answer;
}

/** The bytes, once the first of them could be read: what is missing is refused before anything is promised. */
async function openParts(ctx: Context, fileId: string, range: ByteRange): Promise<Parts> {
  const parts = ctx.storage.read(fileId, range);
  let first: IteratorResult<Buffer> | null = await parts.next();
  const opened: Parts = {
    next: async () => {
      const next = first ?? (await parts.next());
      first = null;
      return next;
    },
    return: () => parts.return(undefined),
    [Symbol.asyncIterator]: () => opened,
  };
  return opened;
}
