import 'server-only';
import { type BucketProblem, openSourceBucket, type SourceBucket } from '../source-bucket';
import { asText, type Sqlite } from '../sqlite';
import type { PingvinSetting } from './pingvin-config';

export type PingvinInstallation = {
  db: Sqlite;
  folder: string;
  now: Date;
  /** Opened at the first share that is in it. */
  bucket: () => Promise<PingvinBucket | BucketProblem>;
};

/** Accepts milliseconds since 1970, and text in UTC as SQL functions write it. */
export function asDate(value: unknown): Date {
  const isText = typeof value === 'string' && !/^\d+$/.test(value);
  const date = new Date(isText ? `${asText(value).replace(' ', 'T')}Z` : Number(value ?? 0));
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

export type PingvinBucket = { bucket: SourceBucket; folderOf: (shareId: string) => string };

export async function openPingvinBucket(setting: PingvinSetting): Promise<PingvinBucket | BucketProblem> {
  const s3 = (name: string) => setting('s3', name);
  const bucket = await openSourceBucket({
    endpoint: s3('endpoint'),
    region: s3('region'),
    bucket: s3('bucketName'),
    accessKey: s3('key'),
    secretKey: s3('secret'),
  });
  if ('problem' in bucket) return bucket;
  const above = s3('bucketPath');
  return { bucket, folderOf: (shareId) => `${above ? `${above}/` : ''}${shareId}/` };
}
