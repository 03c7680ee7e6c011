import 'server-only';
import { canParseUrl } from '@/lib/domain/url';
import { BadConfiguration } from '@/lib/server/config';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { failureOf, retryPolicy } from '@/lib/server/storage/s3/errors';
import { objectsBelow } from '@/lib/server/storage/s3/listing';
import { readObject } from '@/lib/server/storage/s3/read-object';

export type SourceObject = { key: string; bytes: number };

export type SourceBucket = {
  list: (folder: string) => Promise<SourceObject[]>;
  read: (object: SourceObject) => AsyncIterable<Uint8Array>;
};

export type SourceBucketSettings = {
  endpoint: string | null;
  region: string | null;
  bucket: string | null;
  accessKey: string | null;
  secretKey: string | null;
};

export type BucketProblem = { problem: string };

export async function openSourceBucket(config: SourceBucketSettings): Promise<SourceBucket | BucketProblem> {
  const { endpoint, region, bucket: name, accessKey, secretKey } = config;
  if (!name || !accessKey || !secretKey) return { problem: 'its name or keys are not set' };
  if (endpoint && !canParseUrl(endpoint)) return { problem: `its endpoint is no URL: ${endpoint}` };
  const settings = {
    endpoint: endpoint || undefined,
    region: region || 'us-east-1',
    bucket: name,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    forcePathStyle: true,
    prefix: '',
  };
  const quick = new Bucket(settings, { ...retryPolicy, attempts: 1 });
  try {
    await objectsBelow(quick, '').next();
  } catch (error) {
    return { problem: problemOf(name, endpoint, error) };
  }
  const bucket = new Bucket(settings, retryPolicy);
  // Interrupts the run, because the bytes may be readable in the next one.
  const away = (error: unknown) =>
    new BadConfiguration(`${problemOf(name, endpoint, error)}. Start the import again.`);
  return {
    list: async (folder) => {
      const all: SourceObject[] = [];
      try {
        for await (const { key, sizeBytes } of objectsBelow(bucket, folder))
          all.push({ key, bytes: sizeBytes });
      } catch (error) {
        throw away(error);
      }
      return all;
    },
    read: async function* ({ key, bytes }) {
      if (bytes === 0) return;
      try {
        yield* readObject(bucket, key, { start: 0, end: bytes - 1 });
      } catch (error) {
        throw away(error);
      }
    },
  };
}

/** Leaves out the service's message, which may contain keys. */
function problemOf(name: string, endpoint: string | null, error: unknown): string {
  const { status, code } = failureOf(error instanceof Error && error.cause ? error.cause : error);
  return `the bucket ${name}${endpoint ? ` at ${endpoint}` : ''} can’t be read (${[status, code].filter(Boolean).join(' ')})`;
}
