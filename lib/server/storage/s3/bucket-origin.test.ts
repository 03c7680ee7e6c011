import { expect, test } from 'vitest';
import { config } from '@/lib/server/config';
import { Bucket } from './bucket';
import { bucketOrigin } from './bucket-origin';
import { retryPolicy } from './errors';

test.each([
  [{ S3_ENDPOINT: 'https://s3.example.org', S3_FORCE_PATH_STYLE: true }],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000', S3_FORCE_PATH_STYLE: true }],
  [{ S3_ENDPOINT: 'https://s3.example.org', S3_FORCE_PATH_STYLE: false }],
  [{ S3_ENDPOINT: undefined, S3_REGION: 'eu-central-1', S3_FORCE_PATH_STYLE: false }],
  [{ S3_ENDPOINT: undefined, S3_REGION: 'us-east-1', S3_FORCE_PATH_STYLE: true }],
  [{ S3_ENDPOINT: undefined, S3_REGION: 'cn-north-1', S3_FORCE_PATH_STYLE: false }],
  [{ S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'with.dots', S3_FORCE_PATH_STYLE: false }],
])('pages may reach the bucket under the name that Amazon’s client gives it: %o', async (over) => {
  const settings = { ...config(), S3_REGION: 'us-east-1', S3_BUCKET: 'files', ...over };
  const bucket = new Bucket(
    {
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      bucket: settings.S3_BUCKET,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      forcePathStyle: settings.S3_FORCE_PATH_STYLE,
      prefix: '',
    },
    retryPolicy,
  );
  expect(bucketOrigin(settings)).toBe((await bucket.objectUrl('files/a')).origin);
});
