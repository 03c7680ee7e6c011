import * as z from 'zod';
import { canParseUrl } from '@/lib/domain/url';
import { choice, durationOrOff, flag, optional } from './kinds';

const isEndpoint = (text: string) =>
  canParseUrl(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).search;

export const storageVariables = {
  STORAGE: choice(['disk', 's3'], 'disk').describe(
    'Where files are kept: on disk, or in a bucket. See [storage](storage.md).',
  ),
  FILES_DIR: optional('folder').describe(
    'Where files on disk lie, such as another mount: see [storage](storage.md#files-on-another-disk). If you don’t set it, `DATA_DIR/files`.',
  ),
  STORAGE_CHECK: durationOrOff('90 days').describe(
    'Within this time every stored file is [read against its SHA-256](storage.md#read-back), slowly. `off` reads none.',
  ),
  S3_ENDPOINT: z
    .string()
    .refine(isEndpoint, 'must be an http or https URL such as https://s3.example.org')
    .optional()
    .describe('URL of the bucket’s service. If you don’t set it, Amazon’s own in `S3_REGION`.')
    .meta({ example: '', kind: 'URL' }),
  S3_REGION: z
    .string()
    .default('us-east-1')
    .describe('The bucket’s region; most services other than Amazon’s take any.')
    .meta({ example: 'us-east-1', kind: 'text' }),
  S3_BUCKET: optional('text').describe('The bucket. It must be there already.'),
  S3_ACCESS_KEY_ID: optional('text').describe('Key that may read, write, delete and list in the bucket.'),
  S3_SECRET_ACCESS_KEY: optional('text').describe('Its secret.'),
  S3_FORCE_PATH_STYLE: flag('true').describe(
    'Name the bucket in the path of URLs. `false`, for Amazon, puts it into the host’s name.',
  ),
  S3_PREFIX: z
    .string()
    .default('')
    .refine((text) => /^([A-Za-z0-9._-]+\/)*$/.test(text), 'must be a folder’s name that ends with /')
    .describe('Put before every key, such as `slipway/`, in a bucket with other things.')
    .meta({ example: '', kind: 'folder' }),
  S3_CHECKSUMS: choice(['off', 'md5'], 'off').describe(
    'Send a checksum with all that is written, as buckets with Object Lock demand. Costs some processor time.',
  ),
  S3_SSE: choice(['off', 'AES256', 'aws:kms', 'aws:kms:dsse'], 'off').describe(
    'Order the service to encrypt what is written, as policies of buckets demand.',
  ),
  S3_SSE_KEY: optional('text').describe(
    'Key of the service’s key management for `aws:kms`. If you don’t set it, the service’s own.',
  ),
  S3_PRESIGNED_DOWNLOADS: flag('false').describe(
    'Send downloads straight from the bucket, which browsers must reach: see [storage](storage.md).',
  ),
  S3_PRESIGNED_UPLOADS: flag('false').describe(
    'Let browsers put large files straight into the bucket, which they must reach: see [storage](storage.md#upload-straight-to-the-bucket).',
  ),
};

type StorageSettings = {
  STORAGE: 'disk' | 's3';
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_PRESIGNED_DOWNLOADS: boolean;
  S3_PRESIGNED_UPLOADS: boolean;
  S3_SSE: string;
  S3_SSE_KEY?: string | undefined;
};

const presigned = ['S3_PRESIGNED_DOWNLOADS', 'S3_PRESIGNED_UPLOADS'] as const;

const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function storageComplaint(settings: StorageSettings): string | null {
  if (settings.STORAGE === 'disk') {
    const early = presigned.find((name) => settings[name]);
    return early ? `${early} needs STORAGE to be s3.` : null;
  }
  if (settings.S3_SSE_KEY !== undefined && !settings.S3_SSE.startsWith('aws:kms'))
    return 'S3_SSE_KEY needs S3_SSE to be aws:kms or aws:kms:dsse.';
  const missing = required.filter((name) => settings[name] === undefined);
  return missing.length === 0 ? null : `STORAGE is "s3" and needs ${missing.join(', ')} as well.`;
}
