import fs from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { removeFile } from '@/lib/server/services/share/remove';
import { hasFilmDecoder } from '@/lib/server/thumbnails/film';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { photo } from '@/testing/network/photo';
import { publishedFile } from '@/testing/service/published-file';
import { send, startTransfer } from '@/testing/service/transfer';

const hasDecoder = await hasFilmDecoder();

describe.skipIf(endpoint === null)('small pictures in a bucket', () => {
  let port: number;
  beforeAll(async () => {
    useBucket(await freshBucket(), { S3_PRESIGNED_DOWNLOADS: 'true' });
    port = (await startTransfer()).port;
  });

  const ask = async (link: string) => send(port, 'GET', `${link}/thumbnail`);

  test('they come from us, and go from the bucket with their file', async () => {
    const { link, ctx, share, fileId } = await publishedFile(port, await photo(2000, 1500), 'a.jpg');
    await expect.poll(async () => (await ask(link)).status, { timeout: 20_000 }).toBe(200);
    expect((await ask(link)).headers['content-type']).toBe('image/webp');
    expect(await ctx.db.thumbnail.findUnique({ where: { fileId } })).toMatchObject({ keptIn: 's3' });
    await removeFile(ctx, { shareId: share.id, fileId });
    await removeBytes(ctx);
    const left: string[] = [];
    for await (const item of ctx.storage.list()) left.push(item.fileId);
    expect(left).toEqual([]);
  });

  test.skipIf(!hasDecoder)('a film is read where it is kept', async () => {
    const { link } = await publishedFile(port, fs.readFileSync('test/browsers/film.webm'), 'a.webm');
    await expect.poll(async () => (await ask(link)).status, { timeout: 20_000 }).toBe(200);
  });
});
