import 'server-only';
import { textPreviewBytes } from '@/lib/domain/file/text-preview';
import { isSealedName } from '@/lib/domain/sealed/layout';
import type { Context } from '@/lib/server/context';
import { contextFor, runAsUser } from '@/lib/server/http/context';
import { proofOf, visitKeyIn } from '@/lib/server/http/proof';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { isCutOff } from '@/lib/server/services/access/share';
import type { Download } from '@/lib/server/services/download/record';
import type { StoredFile } from '@/lib/server/services/file/stored-file';
import { openFile, openNamed } from '@/lib/server/services/open/open-files';
import { ownFile } from '@/lib/server/services/share/own-files';
import type { DownloadHeaders } from '@/lib/server/storage/port';
import { scopeFor } from '../authorization';
import type { TransferRequest, TransferResponse, TransferTarget } from '../messages';
import { contentResponse, type Representation } from './content-response';
import { present } from './presentation';
import { downloadUseOf, limitedStart, recordUse } from './record-download';

export const serveFile = (request: TransferRequest, target: TransferTarget): Promise<TransferResponse> =>
  contentResponse(request, async () => {
    const { ctx, file, download } = await findRequestedFile(request, target);
    return bytesOf(ctx, request, file, download);
  });

type RequestedFile = { ctx: Context; file: StoredFile; download: Download };

/** Checks access. @throws what `authorizeLink` throws, and file.notFound */
export async function findRequestedFile(
  request: TransferRequest,
  target: TransferTarget,
): Promise<RequestedFile> {
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

/** A sealed file is shown, or packed into an archive, where it is opened: the page there says so. */
function bytesOf(
  ctx: Context,
  request: TransferRequest,
  file: StoredFile,
  download: Download,
): Representation {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const presented = present(file, {
    isDownload: query.get('download') === '1',
    isPreview: query.get('preview') === '1',
    isForeignNavigation: isForeignNavigation(request.headers),
    isPage: isPage(request.headers),
  });
  const { type, disposition } = presented;
  const isRead = query.get('preview') === '1' && disposition.startsWith('inline') && type.startsWith('text/');
  if (download.isLimited && isRead) return beginningOf(ctx, request, file, download);
  const isShown =
    disposition.startsWith('inline') || (isSealedName(file.name) && query.get('download') !== '1');
  const use = downloadUseOf(query, download, query.get('preview') === '1' && isShown);
  const isPacked = isSealedName(file.name) && query.get('archive') === '1';
  const counted = isPacked ? { ...download, fileId: null } : download;
  return {
    sizeBytes: file.sizeBytes,
    version: { etag: file.sha256 && `"${file.sha256}"`, modified: file.modifiedAt },
    headers: {
      'content-type': type,
      'content-disposition': disposition,
      'file-size': String(file.sizeBytes),
    },
    read: (range) => ctx.storage.read(file.id, range),
    link: presignedUrlFor(ctx, request, file, presented),
    place: accelPathFor(ctx, file),
    onStart: limitedStart(ctx, counted),
    isCutOff: () => isCutOff(ctx, { shareIds: [download.shareId], fileIds: new Set([file.id]) }),
    sent: ({ isRange, ...sent }) =>
      recordUse(ctx, counted, use, { ...sent, isRange: isRange || isPacked, sizeBytes: file.sizeBytes }),
  };
}

/** Of a text, as the viewer shows it. Takes no download of a limited link, which gives the rest for one. */
const beginningOf = (
  ctx: Context,
  request: TransferRequest,
  file: StoredFile,
  download: Download,
): Representation => ({
  ...bytesOf(ctx, request, file, { ...download, isLimited: false }),
  sizeBytes: Math.min(file.sizeBytes, textPreviewBytes),
  version: { etag: null, modified: null },
  place: null,
});

const pageDestinations = ['document', 'iframe', 'frame', 'object', 'embed'];

const isPage = (headers: RequestHeaders): boolean =>
  pageDestinations.includes(headers.get('sec-fetch-dest') ?? '');

const isForeignNavigation = (headers: RequestHeaders): boolean =>
  headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-site') === 'cross-site';

/**
 * Only downloads are redirected to the storage: inline content needs our headers, and the Content-Security-Policy keeps
 * the page's scripts from other hosts.
 */
function presignedUrlFor(
  { config, storage }: Context,
  { headers }: TransferRequest,
  file: StoredFile,
  presented: DownloadHeaders,
) {
  const { link } = storage;
  if (!config.S3_PRESIGNED_DOWNLOADS || !link || file.sizeBytes === 0) return null;
  if (isSealedName(file.name)) return null; // scripts open it, and bytes from another host would be refused to them
  if (!presented.disposition.startsWith('attachment')) return null;
  if (['cors', 'same-origin'].includes(headers.get('sec-fetch-mode') ?? '')) return null;
  return () => link(file.id, presented);
}

function accelPathFor({ config: { X_ACCEL_REDIRECT: location }, storage }: Context, { id }: StoredFile) {
  const { pathOf } = storage;
  return location && pathOf ? async () => location + (await pathOf(id)) : null;
}
