import 'server-only';
import { readThumbnail, thumbnailOf } from '@/lib/server/services/thumbnail/kept';
import { type Bytes, contentAnswer } from '../download/bytes-answer';
import { lookOf, recordLook } from '../download/look';
import { fileAskedFor } from '../download/serve-file';
import type { TransferRequest, TransferResponse } from '../messages';
import type { TransferTarget } from '../target';

/**
 * How long a picture that is still to be made keeps its connection. A page shows a hundred at once and has six
 * connections by HTTP/1.1, so those are soon free again for what a person presses; then it asks by HEAD, two at a time.
 */
const patienceMs = { GET: 150, HEAD: 1_000 };

/**
 * A small picture of a file, for anyone who would get the file by the same request. A browser may keep it, and asks here
 * before each use whether it still may.
 */
export async function serveThumbnail(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  const answer = await contentAnswer(request, () => pictureFor(request, target));
  const isThere = answer.status !== 202 && answer.status < 400;
  return isThere
    ? { ...answer, headers: { ...answer.headers, 'cache-control': 'private, no-cache' } }
    : answer;
}

async function pictureFor(request: TransferRequest, target: TransferTarget): Promise<Bytes> {
  const { ctx, file, download } = await fileAskedFor(request, target);
  const query = new URL(request.url, 'http://localhost').searchParams;
  const isLarge = query.get('large') === '1';
  const { isLimited: _, ...view } = download; // a small picture is no download
  const isHead = request.method === 'HEAD';
  const thumbnail = await thumbnailOf(ctx, file, {
    isLarge,
    patienceMs: isHead ? patienceMs.HEAD : patienceMs.GET,
  });
  return {
    sizeBytes: thumbnail.sizeBytes,
    version: { etag: `"${thumbnail.id}"`, modified: null },
    headers: { 'content-type': 'image/webp', 'content-disposition': 'inline' },
    read: (range) => readThumbnail(ctx, thumbnail, range),
    link: null,
    place: null,
    // Looking through a list is nothing; the large one is what the page opens.
    sent: (sent) => {
      if (isLarge)
        recordLook(ctx, view, lookOf(query, view, true), { ...sent, sizeBytes: thumbnail.sizeBytes });
    },
  };
}
