import 'server-only';
import type { Config } from '@/lib/server/config';

/** Under which browsers reach the bucket, as Amazon's client names it. */
export function bucketOrigin(config: Config): string {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET = '', S3_FORCE_PATH_STYLE } = config;
  const suffix = S3_REGION.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const { origin, protocol, host } = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.${suffix}`);
  // No certificate is for such a name.
  const isInPath = S3_FORCE_PATH_STYLE || (S3_BUCKET.includes('.') && protocol === 'https:');
  return isInPath ? origin : `${protocol}//${S3_BUCKET}.${host}`;
}
