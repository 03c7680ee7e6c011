import 'server-only';
import { type NoBucket, openSourceBucket, type SourceBucket } from '../source-bucket';
import type { Setting } from './pingvin-config';

/** Its shares are folders in it, maybe below another folder. */
export type PingvinBucket = { bucket: SourceBucket; folderOf: (shareId: string) => string };

export async function openPingvinBucket(setting: Setting): Promise<PingvinBucket | NoBucket> {
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
