import 'server-only';
import http from 'node:http';
import https from 'node:https';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { RetryPolicy } from './errors';

export type BucketSettings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  prefix: string;
};

/** Sends checksums only where required, because few services besides Amazon's support more. */
export function clientConfig(settings: BucketSettings, { silenceMs, attempts }: RetryPolicy): S3ClientConfig {
  const { accessKeyId, secretAccessKey, endpoint, region, forcePathStyle } = settings;
  const agentOptions = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64 };
  return {
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      // Agents of ours also keep the client from waiting for "100 Continue".
      httpAgent: new http.Agent(agentOptions),
      httpsAgent: new https.Agent(agentOptions),
    },
  };
}
