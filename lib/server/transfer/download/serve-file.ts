import 'server-only';
import type { Context } from '@/lib/server/context';
import { contextFor, runAsUser } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { Download } from '@/lib/server/services/download/record';
import type { StoredFile } from '@/lib/server/services/file/stored-file';
import { openFile, openNamed } from '@/lib/server/services/open/open-files';
import { ownFile } from '@/lib/server/services/share/own-files';
import type { DownloadHeaders } from '@/lib/server/storage/port';
import type { TransferRequest, TransferResponse } from '../messages';
import { scopeFor, type TransferTarget } from '../target';
import { type Bytes, contentAnswer } from './bytes-answer';
import { lookOf, recordLook } from './look';
import { present } from './presentation';
import { beginningOf } from './record-download';

/** A file's bytes, for those who manage its share and for visitors of its link. */
export const serveFile = (request: TransferRequest, target: TransferTarget): Promise<TransferResponse> =>
  contentAnswer(request, async () => {
    const { ctx, file, download } = await fileAskedFor(request, target);
    return bytesOf(ctx, request, file, download);
  });

type AskedFor = { ctx: Context; file: StoredFile; download: Download };

/**
 * The file, when this request may have its bytes.
 * @throws what the gate throws, and file.notFound
 */
export async function fileAskedFor(request: TransferRequest, target: TransferTarget): Promise<AskedFor> {
  const { kind, id, fileId } = target;
  if (kind.startsWith('own')) {
    return runAsUser(request, scopeFor(request, target), async (ctx, isSignedIn) => {
      const file = await ownFile(ctx, { shareId: id, fileId }, isSignedIn);
      return { ctx, file, download: { shareId: id, fileId, visitId: null } };
    });
  }
  const ctx = await contextFor(request, 'open');
  const proof = proofOf(request.headers, visitKeyIn(request.url));
  const { file, ...by } =
    kind === 'openNamed'
      ? await openNamed(ctx, { linkId: id, path: target.name }, proof)
      : await openFile(ctx, { linkId: id, fileId }, proof);
  return { ctx, file, download: { ...by, fileId: file.id } };
}

function bytesOf(ctx: Context, request: TransferRequest, file: StoredFile, download: Download): Bytes {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const presented = present(file, {
    isDownload: query.get('download') === '1',
    isPreview: query.get('preview') === '1',
    isForeignNavigation: isForeignNavigation(request.headers),
    isPage: isPage(request.headers),
  });
  const { type, disposition } = presented;
  const isInline = query.get('preview') === '1' && disposition.startsWith('inline');
  const look = lookOf(query, download, isInline);
  return {
    sizeBytes: file.sizeBytes,
    version: { etag: file.sha256 && `"${file.sha256}"`, modified: file.modifiedAt },
    headers: {
      'content-type': type,
      'content-disposition': disposition,
      'file-size': String(file.sizeBytes),
    },
    read: (range) => ctx.storage.read(file.id, range),
    link: linkFor(ctx, request, file, presented),
    place: placeFor(ctx, file),
    begins: beginningOf(ctx, download),
    sent: (sent) => recordLook(ctx, download, look, { ...sent, sizeBytes: file.sizeBytes }),
  };
}

const pageDestinations = ['document', 'iframe', 'frame', 'object', 'embed'];

const isPage = (headers: RequestHeaders): boolean =>
  pageDestinations.includes(headers.get('sec-fetch-dest') ?? '');

const isForeignNavigation = (headers: RequestHeaders): boolean =>
  headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-site') === 'cross-site';

/**
 * What is shown in the browser comes from here, under our rules for content, and so does what a page's own script
 * asks for, because the page may speak to nobody else.
 */
function linkFor(
  { config, storage }: Context,
  { headers }: TransferRequest,
  file: StoredFile,
  presented: DownloadHeaders,
) {
  const { link } = storage;
  if (!config.S3_PRESIGNED_DOWNLOADS || !link || file.sizeBytes === 0) return null;
  if (!presented.disposition.startsWith('attachment')) return null;
  if (['cors', 'same-origin'].includes(headers.get('sec-fetch-mode') ?? '')) return null;
  return () => link(file.id, presented);
}

function placeFor({ config: { X_ACCEL_REDIRECT: location }, storage }: Context, { id }: StoredFile) {
  const { pathOf } = storage;
  return location && pathOf ? async () => location + (await pathOf(id)) : null;
}
