import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { endpoint, freshBucket, shortRetries } from '@/testing/network/bucket';
import { Bucket } from './bucket';
import type { BucketSettings } from './part-store';
import { testBucket } from './self-test';

const nowhere: BucketSettings = {
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  prefix: '',
};

const late = createServer((_req, res) => {
  res.setHeader('date', new Date(Date.now() - 20 * 60_000).toUTCString()).end();
}).listen(0, '127.0.0.1');
afterAll(() => late.close());

test('a start without anybody at the endpoint says so', async () => {
  expect(await testBucket(nowhere, shortRetries)).toBe(
    'S3_ENDPOINT is http://127.0.0.1:9, but nobody answers there. It says: bad port',
  );
  expect(await testBucket({ ...nowhere, endpoint: 'http://127.0.0.1:3' }, shortRetries)).toContain(
    'ECONNREFUSED',
  );
});

test('a clock that is wrong is found before signatures fail by it', async () => {
  const { port } = late.address() as AddressInfo;
  const said = await testBucket({ ...nowhere, endpoint: `http://127.0.0.1:${port}` }, shortRetries);
  expect(said).toMatch(/^The clock of this machine .* 20 minutes apart/);
});

describe.skipIf(endpoint === null)('with a real service', () => {
  test('a bucket that does all it should has nothing said about it, and nothing is left in it', async () => {
    const settings = await freshBucket();
    expect(await testBucket(settings)).toBeNull();
    const { client } = new Bucket(settings, shortRetries);
    expect((await client.send(new ListObjectsV2Command({ Bucket: settings.bucket }))).KeyCount).toBe(0);
  });

  test('a missing bucket, an unknown key and a wrong secret are told apart', async () => {
    const settings = await freshBucket();
    expect(await testBucket({ ...settings, bucket: 'not-there' }, shortRetries)).toBe(
      'The bucket "not-there" can’t be listed: there is no such bucket. It says: 404 NoSuchBucket',
    );
    expect(await testBucket({ ...settings, accessKeyId: 'nobody' }, shortRetries)).toMatch(
      /S3_ACCESS_KEY_ID is unknown/,
    );
    expect(await testBucket({ ...settings, secretAccessKey: 'x' }, shortRetries)).toMatch(
      /S3_SECRET_ACCESS_KEY does not/,
    );
  });
});
