import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import { endpoint, freshBucket, storageIn } from '@/testing/network/bucket';
import { openContext } from '@/testing/service/context';
import { removeLeftovers } from './bytes';

const hour = 3_600_000;

describe.skipIf(endpoint === null)('what is left over in a bucket', () => {
  test('uploads in parts and tails that nobody knows go after an hour, those of running uploads never', async () => {
    const settings = await freshBucket({ prefix: 'deep/' });
    const [bucket, storage] = [new Bucket(settings, retryPolicy), storageIn(settings)];
    const [lost, running] = [newId(), newId()];
    await bucket.beginMultipart(`files/${lost}`);
    const at = { Bucket: settings.bucket, Key: `deep/tails/${lost}/0-abc` };
    await bucket.client.send(new PutObjectCommand({ ...at, Body: 'left' }));
    const size = 17 * 1024 * 1024;
    const writer = await storage.openWriter(running, 0, size);
    await writer.write([Buffer.alloc(size - 1)], 0);
    await writer.sync();
    await writer.close();

    const inHours = (hours: number) => openContext({ storage, now: new Date(Date.now() + hours * hour) });
    expect(await removeLeftovers(inHours(0))).toBe(0);
    expect(await removeLeftovers(inHours(2))).toBe(2);
    expect(await removeLeftovers(inHours(2))).toBe(0);

    const rest = await storage.openWriter(running, size - 1, size);
    await rest.write([Buffer.alloc(1)], size - 1);
    await rest.close();
    await storage.finish(running, size);
    const found: unknown[] = [];
    for await (const item of storage.list()) found.push(item);
    expect(found).toMatchObject([{ fileId: running, sizeBytes: size, isWhole: true }]);
  });
});
