import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { dropStaleUploads, finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { sealedFile, sealedShare } from '@/testing/service/sealed';
import {
  idOf,
  send,
  sha256,
  someBytes,
  startTransfer,
  tusClient,
  uploading,
} from '@/testing/service/transfer';
import { crc32Hex } from '../../receive/digests';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const partial = { 'upload-concat': 'partial' };
const named = (name: string) => ({ 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` });

async function concatenating() {
  const world = await uploading(port);
  const { tus, ctx, share } = world;
  const part = async (bytes: Buffer) => {
    const path = await tus.begin(bytes.length, partial);
    if (bytes.length > 0) expect((await tus.patch(path, 0, bytes)).status).toBe(204);
    return path;
  };
  const join = (paths: string[], headers: Record<string, string> = named('whole.bin'), body?: Buffer) =>
    send(port, 'POST', tus.base, {
      headers: { ...tus.tus, 'upload-concat': `final;${paths.join(' ')}`, ...headers },
      body,
    });
  const pathOf = ({ headers }: { headers: Record<string, unknown> }) =>
    new URL(String(headers.location), 'http://any').pathname;
  const files = () => ctx.db.file.findMany({ where: { shareId: share.id } });
  const totals = () => ctx.db.share.findUniqueOrThrow({ where: { id: share.id } });
  return { ...world, part, join, pathOf, files, totals };
}

test('parts that are sent at once, the last one first, become one file with its sums, and take its room once', async () => {
  const { tus, ctx, join, pathOf, rowOf, download, files, totals } = await concatenating();
  const bytes = someBytes(2_000_000);
  const cuts = [0, 700_000, 700_100, 2_000_000];
  const pieces = [0, 1, 2].map((n) => bytes.subarray(cuts[n], cuts[n + 1]));
  const paths: string[] = [];
  for (const n of [2, 1, 0]) paths[n] = await tus.begin(pieces[n]?.length ?? 0, partial);
  await Promise.all(pieces.map((piece, n) => tus.patch(paths[n] ?? '', 0, piece)));
  expect(await totals()).toMatchObject({ sizeBytes: 2_000_000n, fileCount: 3 });
  expect((await tus.head(paths[1] ?? '')).headers).toMatchObject({
    'upload-concat': 'partial',
    'upload-offset': '100',
  });

  const answer = await join(paths);
  expect(answer.status).toBe(201);
  const path = pathOf(answer);
  expect(await rowOf(path)).toMatchObject({
    name: 'whole.bin',
    state: 'complete',
    sizeBytes: 2_000_000n,
    sha256: sha256(bytes),
    crc32: crc32Hex(crc32(bytes)),
    upload: null,
  });
  expect((await download(path)).equals(bytes)).toBe(true);
  expect(await files()).toHaveLength(1);
  expect(await totals()).toMatchObject({ sizeBytes: 2_000_000n, fileCount: 1 });
  const removals = await ctx.db.removal.findMany({ where: { fileId: { in: [...paths, path].map(idOf) } } });
  expect(removals.map(({ fileId }) => fileId).sort()).toEqual(paths.map(idOf).sort());
  expect((await tus.head(path)).headers).toMatchObject({
    'upload-concat': `final;${paths.join(' ')}`,
    'upload-offset': '2000000',
  });
});

test('a client that missed the answer asks again by the parts or by the key, at any time, and gets the same file', async () => {
  const { tus, join, part, pathOf, files } = await concatenating();
  const paths = [await part(someBytes(900_000)), await part(someBytes(10))];
  const key = { 'idempotency-key': 'k'.repeat(40), ...named('a.bin') };
  const both = await Promise.all([join(paths, key), join(paths, key)]);
  const again = [await join(paths), await join(paths, key)];
  expect([...both, ...again].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set([...both, ...again].map(pathOf)).size).toBe(1);
  expect(await files()).toHaveLength(1);
  const { status, headers } = await tus.head(paths[0] ?? '');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'upload-offset': '900000',
    'upload-length': '900000',
    'upload-concat': 'partial',
  });
  expect((await tus.patch(paths[0] ?? '', 900_000, Buffer.from('x'))).status).toBe(404);
});

test('a joined file takes no more bytes', async () => {
  const { tus, join, part, pathOf } = await concatenating();
  const path = pathOf(await join([await part(Buffer.from('ab'))]));
  for (const offset of [0, 1, 2]) {
    const refusal = await tus.patch(path, offset, Buffer.from('c'));
    expect([refusal.status, refusal.json().code]).toEqual([403, 'upload.complete']);
  }
});

test('parts may be empty, and so may what they become', async () => {
  const { join, part, pathOf, download, rowOf } = await concatenating();
  const empty = pathOf(await join([await part(Buffer.alloc(0))]));
  expect(await rowOf(empty)).toMatchObject({ state: 'complete', sizeBytes: 0n });
  const filled = pathOf(await join([await part(Buffer.alloc(0)), await part(Buffer.from('x'))]));
  expect((await download(filled)).toString()).toBe('x');
});

test('a part takes its bytes in pieces, with a checksum, or along with its creation, and says where it is', async () => {
  const { tus, join, pathOf, download } = await concatenating();
  const type = { 'content-type': 'application/offset+octet-stream' };
  const created = await send(port, 'POST', tus.base, {
    headers: { ...tus.tus, ...type, ...partial, 'upload-length': 5 },
    body: Buffer.from('first'),
  });
  expect([created.status, created.headers['upload-offset']]).toEqual([201, '5']);
  const second = await tus.begin(10, partial);
  await tus.patch(second, 0, Buffer.from('seco'));
  const wrong = await tus.patch(second, 4, Buffer.from('nd-nd!'), { 'upload-checksum': 'sha1 AAAA' });
  expect(wrong.status).toBe(460);
  expect((await tus.patch(second, 4, Buffer.from('nd-end'))).status).toBe(204);
  expect((await tus.patch(second, 10, Buffer.alloc(0))).status).toBe(204);
  expect((await tus.patch(second, 10, Buffer.from('x'))).status).toBe(413);
  const path = pathOf(await join([pathOf(created), second]));
  expect((await download(path)).toString()).toBe('firstsecond-end');
});

test('nothing is joined that isn’t whole, a part, in this share and named once', async () => {
  const { tus, join, part, files, share } = await concatenating();
  const whole = await part(Buffer.from('ab'));
  const half = await tus.begin(2, partial);
  await tus.patch(half, 0, Buffer.from('a'));
  const plain = await tus.begin(2);
  const elsewhere = await (await concatenating()).part(Buffer.from('ab'));
  const moved = elsewhere.replace(/upload\/[^/]+/, `upload/${share.id}`);
  const refusals = await Promise.all([
    join([whole, half]),
    join([whole, whole]),
    join([whole, plain]),
    join([whole, elsewhere]),
    join([whole, moved]),
    join([whole, `${tus.base}/${'x'.repeat(32)}`]),
    join([]),
    join(Array.from({ length: 101 }, (_, n) => `${tus.base}/${n}`)),
    join([whole], { 'upload-length': '2' }),
    join([whole], { 'upload-defer-length': '1' }),
    join([whole], { 'content-type': 'application/offset+octet-stream' }, Buffer.from('x')),
    tus.create(2, { 'upload-concat': 'both' }),
  ]);
  expect(refusals.map((reply) => [reply.status, reply.json().code])).toEqual([
    [409, 'upload.partUnfinished'],
    [400, 'request.invalid'],
    [404, 'upload.notFound'],
    [400, 'request.invalid'],
    [404, 'upload.notFound'],
    [404, 'upload.notFound'],
    [400, 'request.invalid'],
    [400, 'request.invalid'],
    [400, 'request.invalid'],
    [400, 'request.invalid'],
    [413, 'upload.surplus'],
    [400, 'request.invalid'],
  ]);
  expect((await files()).every(({ state }) => state === 'incoming')).toBe(true);
  expect((await join([whole])).status).toBe(201);
});

test('a whole part never becomes a file by itself, and goes when nobody joins it', async () => {
  const { ctx, part, rowOf, files } = await concatenating();
  const path = await part(someBytes(300_000));
  await finishUploads(ctx);
  expect((await rowOf(path)).state).toBe('incoming');
  const later = { ...ctx, now: new Date(Date.now() + 2 * ctx.config.UPLOAD_TTL) };
  await dropStaleUploads(later);
  expect(await files()).toEqual([]);
});

test('what an account may store is counted once', async () => {
  const { ctx, tus, join, part } = await concatenating();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 1_000 } });
  const paths = [await part(someBytes(500)), await part(someBytes(500))];
  expect((await tus.create(1, partial)).json().code).toBe('upload.quotaBytes');
  expect((await join(paths)).status).toBe(201);
});

test('a share that takes sealed files alone takes no parts', async () => {
  const { ctx, auth } = await concatenating();
  const { id, key } = await sealedShare(ctx);
  const { name } = await sealedFile(key, 'x');
  const sealed = tusClient(port, id, auth);
  for (const fileName of [name, 'plain.txt']) {
    const answer = await sealed.create(1000, { ...partial, 'sharry-file-name': fileName });
    expect([answer.status, answer.json().code]).toEqual([400, 'upload.notSealed']);
  }
});
