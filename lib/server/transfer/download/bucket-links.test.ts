import { beforeAll, describe, expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import {
  idOf,
  send,
  sha256,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
} from '@/testing/service/transfer';

describe.skipIf(endpoint === null)('downloads from a bucket by links', () => {
  let port: number;
  beforeAll(async () => {
    useBucket(await freshBucket(), { S3_PRESIGNED_DOWNLOADS: 'true' });
    port = (await startTransfer()).port;
  });

  const bytes = someBytes(300_000);

  async function published(name: string) {
    const { ctx, share, auth } = await uploader();
    const tus = tusClient(port, share.id, auth);
    const path = await tus.begin(bytes.length, { 'sharry-file-name': encodeURIComponent(name) });
    await tus.patch(path, 0, bytes.subarray(0, 100_000));
    await tus.patch(path, 100_000, bytes.subarray(100_000));
    const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
    const link = `/api/v2/open/share/${linkId}/file/${idOf(path)}`;
    const own = `/api/v2/sec/share/${share.id}/file/${idOf(path)}`;
    return { ctx, share, auth, link, own, fileId: idOf(path) };
  }

  test('a client with access is sent to the bucket, which serves the file by its name, whole and in ranges', async () => {
    const { link, own, auth, ctx, fileId } = await published('Pläne.zip');
    for (const reply of [await send(port, 'GET', link), await send(port, 'GET', own, { headers: auth })]) {
      expect(reply.status).toBe(302);
      expect(reply.headers['cache-control']).toBe('private, no-store, no-transform');
      const there = await fetch(String(reply.headers.location));
      expect(Buffer.from(await there.arrayBuffer()).equals(bytes)).toBe(true);
      expect(there.headers.get('content-disposition')).toContain("filename*=UTF-8''Pl%C3%A4ne.zip");
      expect(there.headers.get('content-type')).toBe('application/octet-stream');
      const range = await fetch(String(reply.headers.location), { headers: { range: 'bytes=5-9' } });
      expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
      expect(String(reply.headers.location)).toContain('X-Amz-Expires=60');
    }
    const noted = () => ctx.db.download.findFirst({ where: { fileId } });
    await expect.poll(noted).toMatchObject({ complete: false, sentBytes: 0n });
  });

  test('a password protects the link to the bucket as it does the file', async () => {
    const { ctx, share, link } = await published('a.zip');
    await setShareField(ctx, share.id, { password: 'open sesame' });
    const reply = await send(port, 'GET', link);
    expect(reply.headers.location).toBeUndefined();
    expect(reply.status).toBeGreaterThanOrEqual(400);
  });

  test.each([
    ['pending', 409],
    ['infected', 404],
    ['clean', 302],
  ] as const)(
    'a file that is %s answers %i, and the bucket’s address only when it may leave',
    async (scan, status) => {
      const { ctx, link, own, auth, fileId } = await published('a.zip');
      await ctx.db.file.update({ where: { id: fileId }, data: { scan } });
      for (const reply of [await send(port, 'GET', link), await send(port, 'GET', own, { headers: auth })]) {
        expect(reply.status).toBe(status);
        expect(reply.headers.location !== undefined).toBe(scan === 'clean');
      }
    },
  );

  test('inline views, requests of scripts and resumed downloads come from the server itself', async () => {
    const picture = await published('a.png');
    expect((await send(port, 'GET', picture.link)).status).toBe(200);
    expect((await send(port, 'GET', `${picture.link}?download=1`)).status).toBe(302);
    const { link } = await published('a.zip');
    const headers = (over: Record<string, string>) => send(port, 'GET', link, { headers: over });
    expect((await headers({ 'sec-fetch-mode': 'cors' })).status).toBe(200);
    expect((await send(port, 'HEAD', link)).status).toBe(200);
    const resumed = await headers({ range: 'bytes=10-19', 'if-range': `"${sha256(bytes)}"` });
    expect([resumed.status, resumed.body.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
    expect((await headers({ 'if-none-match': `"${sha256(bytes)}"` })).status).toBe(304);
  });
});
