import { createHash } from 'node:crypto';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReadBack } from '@/lib/server/services/doctor/check-storage';
import { readFacts } from '@/lib/server/services/info/facts';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import { bucketStorage } from '@/lib/server/storage/s3/s3-storage';
import { endpoint, freshBucket, shortRetries } from '@/testing/network/bucket';
import { draftShare, later, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { readBack, readState } from './read-back';

const megabyte = 1024 * 1024;

let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

test.skipIf(endpoint === null)(
  'in a bucket, too, a flipped bit, a cut object and a missing one are found, and a bucket that is away is no damage',
  async () => {
    const settings = await freshBucket();
    const storage = bucketStorage(settings, own.db);
    const config = configWith({ STORAGE_CHECK: '90 days' });
    const ctx = { ...(await userContext({ db: own.db, config })), storage };
    const { id: shareId } = await draftShare(ctx);
    const { client } = new Bucket(settings, retryPolicy);
    const place = { Bucket: settings.bucket };

    const stored = async (bytes: Buffer) => {
      const before = await keys();
      const id = ctx.newId();
      await storage.storeWhole(id, [bytes]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const row = { id, shareId, name: 'a.bin', mimeType: 'text/plain', state: 'complete', sha256 } as const;
      await own.db.file.create({ data: { ...row, sizeBytes: bytes.length, storedBytes: bytes.length } });
      const [key = ''] = (await keys()).filter((one) => !before.includes(one));
      return { id, key };
    };
    const keys = async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command(place));
      return Contents.map(({ Key = '' }) => Key);
    };
    const content = Buffer.alloc(9 * megabyte, 'x');
    const [flipped, cut, missing, fine] = [
      await stored(content),
      await stored(content),
      await stored(Buffer.from('gone')),
      await stored(content),
    ];
    const changed = Buffer.from(content);
    changed[5 * megabyte] = (changed[5 * megabyte] ?? 0) ^ 1;
    await client.send(new PutObjectCommand({ ...place, Key: flipped.key, Body: changed }));
    await client.send(new PutObjectCommand({ ...place, Key: cut.key, Body: content.subarray(0, 100) }));
    await client.send(new DeleteObjectCommand({ ...place, Key: missing.key }));

    expect(await readBack(ctx, { node: 'one', budgetMs: 60_000 })).toBe(false);
    const found = (await readState(ctx))?.found ?? [];
    expect(Object.fromEntries(found.map(({ fileId, how }) => [fileId, how]))).toEqual({
      [flipped.id]: 'changed',
      [cut.id]: 'unreadable',
      [missing.id]: 'unreadable',
    });
    expect(found.map(({ fileId }) => fileId)).not.toContain(fine.id);
    expect(await checkReadBack(ctx)).toMatchObject([{ code: 'damaged', values: { count: '3' } }]);
    expect((await readFacts(ctx)).damaged).toBe(3);

    await client.send(new PutObjectCommand({ ...place, Key: flipped.key, Body: content }));
    await readBack(later(ctx, 86_400), { node: 'one', budgetMs: 60_000 });
    expect((await readState(ctx))?.found.map(({ fileId }) => fileId)).not.toContain(flipped.id);

    const away = bucketStorage({ ...settings, endpoint: 'http://127.0.0.1:9' }, own.db, {
      retryPolicy: shortRetries,
    });
    const asked = { ...later(ctx, 3 * 86_400), storage: away };
    await expect(readBack(asked, { node: 'one', budgetMs: 60_000 })).rejects.toThrow();
    expect((await readState(ctx))?.found).toHaveLength(2);
  },
);
