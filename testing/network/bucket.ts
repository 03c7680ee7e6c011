import { randomBytes } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { db } from '@/lib/server/db/client';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { type RetryPolicy, retryPolicy } from '@/lib/server/storage/s3/errors';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';
import { bucketStorage } from '@/lib/server/storage/s3/s3-storage';

/** Null unless the test command could start a real service; see scripts/lib/radosgw.mjs. */
export const endpoint = process.env.TEST_S3_ENDPOINT ?? null;

/** For tests about a dead service: retries end after seconds. */
export const shortRetries: RetryPolicy = { silenceMs: 1_000, attempts: 4, pauseMs: 20 };

export async function freshBucket(over: Partial<BucketSettings> = {}): Promise<BucketSettings> {
  const settings: BucketSettings = {
    endpoint: endpoint ?? '',
    region: 'us-east-1',
    bucket: `test-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    forcePathStyle: true,
    prefix: '',
    ...over,
  };
  await new Bucket(settings, retryPolicy).client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  return settings;
}

export const storageIn = (settings: BucketSettings, options: Parameters<typeof bucketStorage>[2] = {}) =>
  bucketStorage(settings, db(), options);

export const bucketEnv = (settings: BucketSettings): Record<string, string> => ({
  STORAGE: 's3',
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

/** Stores this process's files in the bucket. Call it before anything reads the configuration. */
export function useBucket(settings: BucketSettings, over: Record<string, string> = {}): void {
  Object.assign(process.env, bucketEnv(settings), over);
}
