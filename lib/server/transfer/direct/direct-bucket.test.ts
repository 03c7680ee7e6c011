import { crc32 } from 'node:zlib';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { dropStaleUploads, finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { Bucket, fileKey } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { directClient, headersOf, stateOf } from '@/testing/service/direct';
import { idOf, type Reply, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';
import { crc32Hex } from '../receive/digests';

const mib = 1024 * 1024;
const size = 33 * mib;
const bytes = someBytes(size);
const codeOf = (reply: Reply) => [reply.status, reply.json().code];

describe.skipIf(endpoint === null)('a file that its client puts into the bucket', () => {
  let port: number;
  let settings: BucketSettings;
  beforeAll(async () => {
    settings = await freshBucket();
    useBucket(settings, { S3_PRESIGNED_UPLOADS: 'true' });
    port = (await startTransfer()).port;
  });

  async function begun(over: { size?: number; headers?: Record<string, string> } = {}) {
    const world = await uploading(port);
    const path = await world.tus.begin(over.size ?? size, over.headers);
    return { ...world, path, fileId: idOf(path), direct: directClient(port, path, world.auth) };
  }

  const completions = ({ db }: UserContext, objectId: string) =>
    db.auditEvent.count({ where: { event: 'upload.complete', objectId } });

  async function begunInBucket() {
    const { client } = new Bucket(settings, retryPolicy);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    return Uploads.map(({ Key = '', UploadId = '' }) => ({ key: Key, uploadId: UploadId }));
  }

  test('it arrives with its sums once the server has read it, and not before', async () => {
    const { ctx, direct, path, fileId, rowOf, download, tus } = await begun();
    const signed = await direct.sign(bytes);
    expect(signed.parts.map(({ number, isStored }) => [number, isStored])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
    expect(await direct.put(bytes, signed)).toEqual([200, 200, 200]);
    expect((await tus.head(path)).headers['upload-offset']).toBe('0');
    expect(await rowOf(path)).toMatchObject({ state: 'incoming', sha256: null });
    expect(stateOf(await direct.done())).toEqual([200, { isComplete: true }]);
    expect(await rowOf(path)).toMatchObject({
      state: 'complete',
      sizeBytes: BigInt(size),
      sha256: sha256(bytes),
      crc32: crc32Hex(crc32(bytes)),
      upload: null,
    });
    expect((await download(path)).equals(bytes)).toBe(true);
    expect(await ctx.db.bucketUpload.count({ where: { fileId } })).toBe(0);
    expect(stateOf(await direct.done())).toEqual([200, { isComplete: true }]);
    expect(codeOf(await direct.ask())).toEqual([403, 'upload.complete']);
  });

  test('a part of other bytes, another size, another number or another upload is refused', async () => {
    const [one, other] = [await begun(), await begun()];
    const signed = await one.direct.sign(bytes);
    const [first] = signed.parts;
    const { uploadId } = Object.fromEntries(
      new URL((await other.direct.sign(bytes)).parts[0]?.url ?? '').searchParams,
    );
    const url = new URL(first?.url ?? '');
    const own = { body: bytes.subarray(0, 16 * mib), url, headers: headersOf(first) };
    const at = (name: string, value = '') => {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      return changed;
    };
    const elsewhere = new URL(url);
    elsewhere.pathname = elsewhere.pathname.replace(one.fileId, other.fileId);
    const tries = [
      { ...own, body: Buffer.alloc(16 * mib) },
      { ...own, body: bytes.subarray(0, 16 * mib - 1) },
      { ...own, body: bytes.subarray(0, 16 * mib + 1) },
      {
        ...own,
        headers: headersOf({ headers: { 'x-amz-content-sha256': sha256(Buffer.alloc(16 * mib)) } }),
        body: Buffer.alloc(16 * mib),
      },
      { ...own, headers: headersOf(undefined) },
      { ...own, url: at('partNumber', '2') },
      { ...own, url: at('uploadId', uploadId) },
      { ...own, url: elsewhere },
      { ...own, url: at('X-Amz-Expires', '86400') },
    ];
    const statuses: number[] = [];
    for (const { url: to, headers, body } of tries)
      statuses.push((await fetch(to, { method: 'PUT', headers, body: new Uint8Array(body) })).status);
    expect(statuses).toEqual([400, 403, 403, 403, 403, 403, 403, 403, 403]);
    await one.direct.put(bytes, { ...signed, parts: signed.parts.slice(1) });
    expect(codeOf(await one.direct.done())).toEqual([409, 'upload.partUnfinished']);
    expect((await one.rowOf(one.path)).state).toBe('incoming');
    expect(
      (await fetch(own.url, { method: 'PUT', headers: own.headers, body: new Uint8Array(own.body) })).status,
    ).toBe(200);
    expect(stateOf(await one.direct.done())).toEqual([200, { isComplete: true }]);
  });

  test('a client that comes back sends what isn’t there; one whose file has changed begins anew', async () => {
    const { direct, download, path } = await begun();
    const signed = await direct.sign(bytes);
    await direct.put(bytes, { ...signed, parts: signed.parts.slice(0, 2) });
    const again = await direct.sign(bytes);
    expect(again.parts.map(({ isStored }) => isStored)).toEqual([true, true, false]);
    const changed = Buffer.concat([bytes.subarray(0, size - 1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]);
    const anew = await direct.sign(changed);
    expect(anew.parts.map(({ isStored }) => isStored)).toEqual([false, false, false]);
    const [, , late] = again.parts;
    const old = bytes.subarray(32 * mib);
    const put = { method: 'PUT', headers: headersOf(late), body: new Uint8Array(old) };
    expect((await fetch(late?.url ?? '', put)).status).toBe(404); // into the upload that was given up
    expect((await direct.put(changed, anew)).length).toBe(3);
    expect((await direct.done()).status).toBe(200);
    expect((await download(path)).equals(changed)).toBe(true);
  });

  test('a client that changes its file again and again keeps no more in the bucket than its quota counts', async () => {
    const { direct, tus, path, fileId, ctx } = await begun();
    const kept = async () => (await begunInBucket()).filter(({ key }) => key === fileKey(fileId)).length;
    for (const _ of [1, 2, 3]) {
      const other = someBytes(size);
      await direct.put(other, await direct.sign(other));
      expect(await kept()).toBe(1);
    }
    await tus.patch(path, 0, Buffer.from('x'));
    expect(await kept()).toBe(0);
    expect((await tus.remove(path)).status).toBe(204);
    await removeBytes(ctx);
    expect(await kept()).toBe(0);
  });

  test('a client that comes back after the parts were joined has nothing to send', async () => {
    const { ctx, direct, fileId, download, path } = await begun();
    await direct.put(bytes, await direct.sign(bytes));
    expect(await ctx.storage.direct?.join(fileId, size)).toEqual([]);
    const again = await direct.sign(bytes);
    expect(again.parts.map(({ isStored }) => isStored)).toEqual([true, true, true]);
    expect(stateOf(await direct.done())).toEqual([200, { isComplete: true }]);
    expect((await download(path)).equals(bytes)).toBe(true);
  });

  test('a client that can’t reach the bucket goes on by tus, and what it left there is removed', async () => {
    const { direct, tus, path, fileId, download } = await begun();
    const signed = await direct.sign(bytes);
    await direct.put(bytes, { ...signed, parts: signed.parts.slice(0, 1) });
    expect((await tus.patch(path, 0, bytes.subarray(0, 17 * mib))).status).toBe(204);
    expect(codeOf(await direct.ask())).toEqual([409, 'upload.notDirect']);
    expect((await tus.patch(path, 17 * mib, bytes.subarray(17 * mib))).status).toBe(204);
    expect((await download(path)).equals(bytes)).toBe(true);
    expect((await begunInBucket()).filter(({ key }) => key === fileKey(fileId))).toEqual([]);
  });

  test('where the service takes any bytes by a signed address, reading back finds them, and the file goes', async () => {
    const { ctx, direct, fileId } = await begun();
    const signed = await direct.sign(bytes);
    await direct.put(bytes, { ...signed, parts: signed.parts.slice(1) });
    const { uploadId } = await ctx.db.bucketUpload.findUniqueOrThrow({ where: { fileId } });
    const chunks = async function* () {
      yield [Buffer.alloc(16 * mib)];
    };
    const bucket = new Bucket(settings, retryPolicy);
    await bucket.putPart(fileKey(fileId), uploadId ?? '', 1, { sizeBytes: 16 * mib, chunks });
    expect(codeOf(await direct.done())).toEqual([410, 'upload.expired']);
    expect(await ctx.db.file.count({ where: { id: fileId } })).toBe(0);
    await removeBytes(ctx);
    expect(await bucket.sizeOf(fileKey(fileId))).toBeNull();
  });

  test.each(['before it is noted', 'after'])(
    'a server that ends once the parts are joined, %s, loses and doubles nothing',
    async (when) => {
      const { ctx, direct, path, fileId, rowOf } = await begun();
      await direct.put(bytes, await direct.sign(bytes));
      expect(await ctx.storage.direct?.join(fileId, size)).toEqual([]);
      if (when === 'after') {
        await ctx.db.upload.update({ where: { fileId }, data: { offsetBytes: size } });
        const { body } = await direct.ask();
        expect(JSON.parse(body.toString())).toMatchObject({ parts: [{ number: 1, isStored: true }] });
        expect(await finishUploads(ctx)).toBe(1);
      } else expect((await direct.done()).status).toBe(200);
      expect(await rowOf(path)).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
      expect(await completions(ctx, fileId)).toBe(1);
    },
  );

  test('two who say at once that it is there make one file', async () => {
    const { ctx, direct, fileId, path, rowOf } = await begun();
    await direct.put(bytes, await direct.sign(bytes));
    const replies = await Promise.all([direct.done(), direct.done(), direct.done()]);
    expect(replies.map(stateOf)).toEqual(Array.from({ length: 3 }, () => [200, { isComplete: true }]));
    expect((await rowOf(path)).state).toBe('complete');
    expect(await completions(ctx, fileId)).toBe(1);
  });

  test('one that is taken back, or given up, leaves nothing in the bucket', async () => {
    const [taken, stale] = [await begun(), await begun()];
    for (const { direct } of [taken, stale]) {
      const signed = await direct.sign(bytes);
      await direct.put(bytes, { ...signed, parts: signed.parts.slice(0, 1) });
    }
    const [before] = await Promise.all([
      stale.ctx.db.upload.findUniqueOrThrow({ where: { fileId: stale.fileId } }),
    ]);
    await stale.direct.sign(bytes, [2]);
    const after = await stale.ctx.db.upload.findUniqueOrThrow({ where: { fileId: stale.fileId } });
    expect(after.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
    expect((await taken.tus.remove(taken.path)).status).toBe(204);
    const { ctx } = stale;
    await dropStaleUploads({ ...ctx, now: new Date(Date.now() + 2 * ctx.config.UPLOAD_TTL) });
    await removeBytes(ctx);
    const keys = [taken.fileId, stale.fileId].map(fileKey);
    expect((await begunInBucket()).filter(({ key }) => keys.includes(key))).toEqual([]);
  });

  test('a small file, one in parts, one of unknown length and one that has begun by tus go by tus', async () => {
    const small = await begun({ size: 32 * mib - 1 });
    const part = await begun({ headers: { 'upload-concat': 'partial' } });
    const started = await begun();
    await started.tus.patch(started.path, 0, Buffer.from('x'));
    for (const { direct } of [small, part, started]) {
      expect(codeOf(await direct.ask())).toEqual([409, 'upload.notDirect']);
      expect(codeOf(await direct.done())).toEqual([409, 'upload.notDirect']);
      expect(await direct.partBytes()).toBeNaN();
    }
    const { direct } = await begun();
    expect(await direct.partBytes()).toBe(16 * mib);
    expect(codeOf(await direct.ask([]))).toEqual([400, 'request.invalid']);
    for (const number of [0, 4, 1.5])
      expect(codeOf(await direct.ask([{ number, sha256: 'a'.repeat(64) }]))).toEqual([
        400,
        'request.invalid',
      ]);
    const twice = { number: 1, sha256: 'a'.repeat(64) };
    expect(codeOf(await direct.ask([twice, twice]))).toEqual([400, 'request.invalid']);
    expect(codeOf(await direct.ask([{ number: 1, sha256: 'A' }]))).toEqual([400, 'request.invalid']);
    expect(codeOf(await direct.done())).toEqual([409, 'upload.partUnfinished']);
  });

  test('nobody else gets an address, or ends the upload', async () => {
    const { path, auth, direct } = await begun();
    const stranger = await begun();
    const elsewhere = path.replace(/upload\/[^/]+/, `upload/${stranger.share.id}`);
    const others: [string, Record<string, string>, number, string][] = [
      [path, stranger.auth, 404, 'share.notFound'],
      [elsewhere, stranger.auth, 404, 'upload.notFound'],
      [path, {}, 401, 'auth.required'],
    ];
    for (const [to, as, status, code] of others) {
      const other = directClient(port, to, as);
      expect(codeOf(await other.ask())).toEqual([status, code]);
      expect(codeOf(await other.done())).toEqual([status, code]);
    }
    const through = directClient(port, path.replace('/sec/', '/alias/'), auth);
    expect(codeOf(await through.ask())).toEqual([403, 'alias.notUsable']);
    expect((await direct.ask()).status).toBe(200);
  });
});
