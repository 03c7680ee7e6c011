import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { sealedFile, sealedShare } from '@/testing/service/sealed';
import { idOf, send, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

const secret = 'the plans of a merger ';

test.skipIf(endpoint === null)(
  'a bucket gets sealed bytes alone, which leave through the server, so that scripts can open them',
  async () => {
    const settings = await freshBucket();
    useBucket(settings, { S3_PRESIGNED_DOWNLOADS: 'true' });
    const { port } = await startTransfer();
    const { ctx, auth } = await uploader();
    const { id: shareId, key } = await sealedShare(ctx);
    const tus = tusClient(port, shareId, auth);
    const { name, bytes } = await sealedFile(key, secret.repeat(20_000));
    const named = { 'sharry-file-name': name };
    const upload = await tus.begin(bytes.length, named);
    await tus.patch(upload, 0, bytes);
    const refused = await tus.begin(bytes.length, { 'sharry-file-name': (await sealedFile(key, 'x')).name });
    expect((await tus.patch(refused, 0, Buffer.alloc(bytes.length, secret))).status).toBe(400);

    const { id: linkId } = await publishShare(ctx, { shareId, reuseId: false });
    const reply = await send(port, 'GET', `/api/v2/open/share/${linkId}/file/${idOf(upload)}`);
    expect([reply.status, reply.body.equals(bytes)]).toEqual([200, true]);

    const { client } = new Bucket(settings, retryPolicy);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: settings.bucket }));
    expect(Contents).toHaveLength(1);
    for (const { Key } of Contents) {
      const object = await client.send(new GetObjectCommand({ Bucket: settings.bucket, Key }));
      expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).includes(secret)).toBe(false);
    }
  },
);
