import { publishShare } from '@/lib/server/services/share/publish';
import { idOf, send, tusClient, uploader } from './transfer';

export async function publishedFile(port: number, bytes: Buffer, name = 'a.png') {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length, { 'sharry-file-name': encodeURIComponent(name) });
  await tus.patch(path, 0, bytes);
  const fileId = idOf(path);
  const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const own = `/api/v2/sec/share/${share.id}/file/${fileId}`;
  const link = `/api/v2/open/share/${linkId}/file/${fileId}`;
  const get = (headers: Record<string, string> = {}, query = '') =>
    send(port, 'GET', link + query, { headers });
  const head = (headers: Record<string, string> = {}) => send(port, 'HEAD', link, { headers });
  return { ctx, share, auth, tus, fileId, linkId, own, link, get, head };
}
