import 'server-only';
import { S3Client } from '@aws-sdk/client-s3';
import type { RetryPolicy } from './retry';

export type BucketSettings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  prefix: string;
};

/** Checksums only where they are required: of what other services than Amazon's run, hardly one takes more. */
export function clientFor(settings: BucketSettings, { silenceMs, attempts }: RetryPolicy): S3Client {
  const { accessKeyId, secretAccessKey, endpoint, region, forcePathStyle } = settings;
  return new S3Client({
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: silenceMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: 128 },
      httpsAgent: { maxSockets: 128 },
    },
  });
}
