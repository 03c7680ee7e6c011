import { beforeAll, expect, test } from 'vitest';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { openContext } from '@/testing/service/context';
import { sealedFile, sealedShare } from '@/testing/service/sealed';
import { idOf, send, startTransfer, tusClient, uploader } from '@/testing/service/transfer';
import { finishDownloadRecords } from './record-download';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

/** A link to three sealed files, in a visit. */
async function published(maxDownloads: number | null) {
  const { ctx, auth } = await uploader();
  const { id, key } = await sealedShare(ctx);
  const tus = tusClient(port, id, auth);
  const fileIds: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    const { name, bytes } = await sealedFile(key, text);
    const path = await tus.begin(bytes.length, { 'sharry-file-name': name });
    await tus.patch(path, 0, bytes);
    fileIds.push(idOf(path));
  }
  const { id: linkId } = await publishShare(ctx, { shareId: id, reuseId: false });
  await ctx.db.share.update({ where: { id }, data: { maxDownloads } });
  const proof = { password: null, passwordCookie: null, visitCookie: null };
  const { pass } = await openShare(openContext({ now: new Date() }), linkId, proof);
  const visit = pass?.key ? `&visit=${encodeURIComponent(pass.key)}` : '';
  const get = async (query: string) => {
    const files = fileIds.map((fileId) => `/api/v2/open/share/${linkId}/file/${fileId}?${query}${visit}`);
    const statuses: number[] = [];
    for (const file of files) statuses.push((await send(port, 'GET', file)).status);
    await finishDownloadRecords();
    return statuses;
  };
  const count = async () =>
    (await ctx.db.publication.findUniqueOrThrow({ where: { shareId: id } })).downloads;
  return { get, count };
}

test.each([
  ['shown', 'preview=1', 0],
  ['fetched ahead', 'preview=1&ahead=1', 0],
  ['saved', 'download=1', 3],
  ['saved, though asked for as a preview,', 'preview=1&download=1', 3],
  ['packed into one archive', 'download=1&archive=1', 1],
])('three sealed files that are %s count like others', async (_, query, downloads) => {
  const { get, count } = await published(null);
  expect(await get(query)).toEqual([200, 200, 200]);
  expect(await count()).toBe(downloads);
});

test('a link for one download gives one archive of all its sealed files', async () => {
  const { get, count } = await published(1);
  expect(await get('download=1&archive=1')).toEqual([200, 200, 200]);
  expect(await count()).toBe(1);
  expect(await get('download=1')).toEqual([404, 404, 404]);
});
