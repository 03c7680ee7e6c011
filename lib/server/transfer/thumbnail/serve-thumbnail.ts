import 'server-only';
import { readThumbnail, thumbnailOf } from '@/lib/server/services/thumbnail/read';
import { contentResponse, type Representation } from '../download/content-response';
import { downloadUseOf, recordUse } from '../download/record-download';
import { findRequestedFile } from '../download/serve-file';
import type { TransferRequest, TransferResponse, TransferTarget } from '../messages';

/**
 * Waiting time for a thumbnail that doesn't exist yet. A page loads a hundred by GET over six connections (HTTP/1.1), which
 * must soon be free for clicks; then it polls by HEAD, two at a time.
 */
const maxWaitMs = { GET: 150, HEAD: 1_000 };

/** Has the access rules of the file. Browsers may cache a thumbnail, but must revalidate it, which checks access again. */
export async function serveThumbnail(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  const response = await contentResponse(request, () => thumbnailFor(request, target));
  const isAvailable = response.status !== 202 && response.status < 400;
  return isAvailable
    ? { ...response, headers: { ...response.headers, 'cache-control': 'private, no-cache, no-transform' } }
    : response;
}

async function thumbnailFor(request: TransferRequest, target: TransferTarget): Promise<Representation> {
  const { ctx, file, download } = await findRequestedFile(request, target);
  const query = new URL(request.url, 'http://localhost').searchParams;
  const isLarge = query.get('large') === '1';
  const { isLimited: _, ...view } = download; // a thumbnail doesn't count as a download
  const isHead = request.method === 'HEAD';
  const thumbnail = await thumbnailOf(ctx, file, {
    isLarge,
    patienceMs: isHead ? maxWaitMs.HEAD : maxWaitMs.GET,
  });
  return {
    sizeBytes: thumbnail.sizeBytes,
    version: { etag: `"${thumbnail.id}"`, modified: null },
    headers: { 'content-type': 'image/webp', 'content-disposition': 'inline' },
    read: (range) => readThumbnail(ctx, thumbnail, range),
    link: null,
    place: null,
    // Only the large thumbnail counts as viewed; small ones are in lists.
    sent: (sent) => {
      if (isLarge)
        recordUse(ctx, view, downloadUseOf(query, view, true), { ...sent, sizeBytes: thumbnail.sizeBytes });
    },
  };
}
