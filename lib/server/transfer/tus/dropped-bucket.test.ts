import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';
import { endpoint, freshBucket, storageIn, useBucket } from '@/testing/network/bucket';
import { someBytes, startTransfer, uploading } from '@/testing/service/transfer';

const mib = 1024 * 1024;

describe.skipIf(endpoint === null)('a bucket that drops unfinished uploads', () => {
  let port: number;
  let settings: BucketSettings;
  beforeAll(async () => {
    settings = await freshBucket();
    useBucket(settings);
    port = (await startTransfer()).port;
  });

  /** What a lifecycle rule does to incomplete multipart uploads. */
  async function dropAll() {
    const { client } = new Bucket(settings, retryPolicy);
    const at = { Bucket: settings.bucket };
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(at));
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ ...at, Key, UploadId }));
    return Uploads.length;
  }

  test.each([
    ['in the middle', 34 * mib, 17 * mib],
    ['before its last bytes', 33 * mib, 32 * mib + 1],
  ])('an upload that is dropped %s is gone, and can begin anew', async (_when, size, sent) => {
    const { tus, download } = await uploading(port);
    const bytes = someBytes(size);
    const path = await tus.begin(size);
    expect((await tus.patch(path, 0, bytes.subarray(0, sent))).status).toBe(204);
    expect(await dropAll()).toBe(1);
    expect((await tus.patch(path, sent, bytes.subarray(sent))).status).toBe(410);
    expect((await tus.head(path)).status).toBe(404);
    const again = await tus.begin(size);
    expect((await tus.patch(again, 0, bytes)).status).toBe(204);
    expect((await download(again)).equals(bytes)).toBe(true);
  });

  test('the rule that may have done it is named', async () => {
    const storage = storageIn(settings);
    const [fileId, bytes] = [newId(), someBytes(32 * mib)];
    const writer = await storage.openWriter(fileId, 0, bytes.length);
    await writer.write([bytes.subarray(0, 16 * mib)], 0);
    await writer.sync();
    await dropAll();
    await writer.write([bytes.subarray(16 * mib)], 16 * mib).catch(() => 0);
    await expect(writer.sync()).rejects.toMatchObject({
      code: 'upload.expired',
      cause: { message: expect.stringMatching(/lifecycle rule/) },
    });
    await writer.close();
    await storage.remove(fileId);
  });
});
