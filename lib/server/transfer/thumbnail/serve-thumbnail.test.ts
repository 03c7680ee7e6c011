import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeFile } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { storeThumbnails } from '@/lib/server/services/thumbnail/make';
import { thumbnailOf } from '@/lib/server/services/thumbnail/read';
import { photo } from '@/testing/network/photo';
import { publishedFile } from '@/testing/service/published-file';
import { type Reply, send, someBytes, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function published(bytes: Buffer, name = 'a.jpg') {
  const made = await publishedFile(port, bytes, name);
  const at = (query = '', headers = {}, method = 'GET') =>
    send(port, method, `${made.link}/thumbnail${query}`, { headers });
  /** Once it is made, however long that takes here. */
  const there = async (query = '', headers = {}): Promise<Reply> => {
    await expect.poll(async () => (await at(query, headers)).status, { timeout: 20_000 }).toBe(200);
    return at(query, headers);
  };
  return { ...made, at, there };
}

const atOnce = { isLarge: false, patienceMs: 0 };
const sideOf = async ({ body }: Reply) => (await sharp(body).metadata()).width;
const codeOf = (reply: Reply) => [reply.status, reply.json().code];
const rowOf = (ctx: UserContext, fileId: string) => ctx.db.thumbnail.findUnique({ where: { fileId } });

test('a photo has a small and a large picture, for its owner and for visitors', async () => {
  const { there, at, own, auth, ctx, fileId } = await published(await photo(3000, 2000));
  const small = await there();
  expect(small.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache, no-transform',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect([await sideOf(small), await sideOf(await at('?large=1'))]).toEqual([320, 1600]);
  const mine = await send(port, 'GET', `${own}/thumbnail`, { headers: auth });
  expect(mine.body.equals(small.body)).toBe(true);
  const etag = String(small.headers.etag);
  expect((await at('', { 'if-none-match': etag })).status).toBe(304);
  expect((await at('', {}, 'HEAD')).headers['content-length']).toBe(String(small.body.length));
  expect(await ctx.db.download.count({ where: { fileId, isShown: false } })).toBe(0);
});

test('a small picture can’t be read without access to its file', async () => {
  const { there, at, ctx, share, own, linkId } = await published(await photo());
  const { headers } = await there();
  const cached = { 'if-none-match': String(headers.etag) };
  expect((await send(port, 'GET', `${own}/thumbnail`)).status).toBe(401);
  await setShareField(ctx, share.id, { password: 'open sesame' });
  expect(codeOf(await at('', cached))).toEqual([401, 'open.passwordRequired']);
  expect((await at('', { [headerNames.password]: 'open%20sesame' })).status).toBe(200);
  await unpublishShare(ctx, { shareId: share.id });
  expect(codeOf(await at('', cached))).toEqual([404, 'open.notFound']);
  await publishShare(ctx, { shareId: share.id, reuseId: false });
  expect(codeOf(await send(port, 'GET', `/api/v2/open/share/${linkId}/file/nobodys1/thumbnail`))).toEqual([
    404,
    'open.notFound',
  ]);
});

test('the pictures go with their file', async () => {
  const { there, ctx, share, fileId } = await published(await photo());
  await there();
  const row = await rowOf(ctx, fileId);
  await removeFile(ctx, { shareId: share.id, fileId });
  await removeBytes(ctx);
  for await (const item of ctx.storage.list())
    expect([row?.smallId, row?.largeId, fileId]).not.toContain(item.fileId);
  expect(await rowOf(ctx, fileId)).toBeNull();
});

test('a file that is no picture has none, and is examined once', async () => {
  const { at, ctx, fileId } = await published(someBytes(5_000));
  await expect.poll(async () => codeOf(await at())).toEqual([404, 'file.noThumbnail']);
  expect(await rowOf(ctx, fileId)).toMatchObject({ smallId: null, tries: 3 });
  const text = await published(Buffer.from('plain'), 'a.txt');
  expect(codeOf(await text.at())).toEqual([404, 'file.noThumbnail']);
  expect(await rowOf(ctx, text.fileId)).toBeNull();
  const drawing = await published(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg');
  expect(codeOf(await drawing.at())).toEqual([404, 'file.noThumbnail']);
});

test('pictures of another storage, and those whose bytes are lost, are made again', async () => {
  const { there, ctx, fileId } = await published(await photo());
  await there();
  await ctx.db.thumbnail.update({ where: { fileId }, data: { keptIn: 'elsewhere' } });
  await there();
  const second = await rowOf(ctx, fileId);
  expect(second?.keptIn).toBe('disk');
  await ctx.storage.remove(String(second?.largeId));
  await there('?large=1');
  expect((await rowOf(ctx, fileId))?.largeId).not.toBe(second?.largeId);
});

test('pictures stored without a row, because the process died or the file went, are removed', async () => {
  const { ctx, fileId } = await published(await photo());
  const pictures = { small: Buffer.from('small'), large: Buffer.from('large') };
  const stored: string[] = [];
  const storage = {
    ...ctx.storage,
    storeWhole: async (id: string) => void stored.push(id),
  };
  await storeThumbnails({ ...ctx, storage }, 'a-file-that-is-gone', pictures);
  await storeThumbnails({ ...ctx, storage }, fileId, pictures);
  await storeThumbnails({ ...ctx, storage }, fileId, pictures); // another node was first
  const noted = await ctx.db.removal.findMany({ where: { fileId: { in: stored } } });
  expect(noted.map((row) => row.fileId).sort()).toEqual([...stored.slice(0, 2), ...stored.slice(4)].sort());
  expect(await rowOf(ctx, fileId)).toMatchObject({ smallId: stored[2], largeId: stored[3] });
});

test('where they are turned off nothing is made', async () => {
  const { ctx, fileId } = await published(await photo());
  const config = { ...ctx.config, THUMBNAILS: false };
  const file = {
    id: fileId,
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    sizeBytes: 9,
    sha256: null,
    modifiedAt: ctx.now,
  };
  await expect(thumbnailOf({ ...ctx, config }, file, atOnce)).rejects.toThrow('file.noThumbnail');
  await expect(thumbnailOf(ctx, file, atOnce)).rejects.toThrow('file.thumbnailLater');
});
