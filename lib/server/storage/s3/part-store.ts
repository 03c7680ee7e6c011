import 'server-only';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { Upload } from '@tus/server';
import { type RetryPolicy, withRetries } from './errors';
import { type HashedBody, md5Of, meetDemands, type WriteDemands } from './write-demands';

export type BucketBody = { sizeBytes: number; chunks: () => AsyncIterable<Buffer[]> };

export type UploadedPart = { number: number; etag: string };

/**
 * Writes objects and parts by tus's own store. Its bookkeeping is not used: it counts parts beyond a gap, and writes
 * every byte to a temporary file first.
 */
export class PartStore extends S3Store {
  readonly #retryPolicy: RetryPolicy;
  readonly #hasChecksums: boolean;

  /** @param retryPolicy its `silenceMs` ends a call whose connection is silent for so long */
  constructor(settings: BucketSettings, retryPolicy: RetryPolicy) {
    super({
      s3ClientConfig: { bucket: settings.bucket, ...clientConfig(settings, retryPolicy) },
      useTags: false,
    });
    this.#retryPolicy = retryPolicy;
    this.#hasChecksums = settings.hasChecksums ?? false;
    meetDemands(this.client, settings);
  }

  get s3(): S3 {
    return this.client;
  }

  /** @returns the object's etag, like `putPart` */
  putObject(key: string, body: BucketBody): Promise<string> {
    return this.#send(body, async (bytes) => {
      const { ETag } = await this.client.putObject({ Bucket: this.bucket, Key: key, Body: bytes });
      return String(ETag);
    });
  }

  putPart(key: string, uploadId: string, number: number, body: BucketBody): Promise<string> {
    return this.#send(body, (bytes) => this.uploadPart(uploadOf(key, uploadId), bytes, number));
  }

  async joinParts(key: string, uploadId: string, parts: UploadedPart[]): Promise<void> {
    const listed = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    await this.finishMultipartUpload(uploadOf(key, uploadId), listed);
  }

  /** Amazon's client can't repeat a stream, so each attempt gets a new one. */
  async #send(body: BucketBody, send: (bytes: Readable | Buffer) => Promise<string>): Promise<string> {
    const sum: HashedBody = this.#hasChecksums ? { contentMd5: await md5Of(body.chunks()) } : {};
    return withRetries(this.#retryPolicy, async () => {
      if (body.sizeBytes <= maxBufferBytes) return send(Object.assign(await bufferOf(body), sum));
      const stream = Object.assign(streamOf(body), sum);
      const failed = new Promise<never>((_, reject) => stream.once('error', reject));
      try {
        return await Promise.race([send(stream), failed]);
      } finally {
        stream.destroy();
      }
    });
  }
}

const uploadOf = (key: string, uploadId: string) => ({
  file: new Upload({ id: key, offset: 0 }),
  'upload-id': uploadId,
  'tus-version': '1.0.0',
});

/** A buffer costs a hash, a stream costs more for the few bytes of a small file. */
const maxBufferBytes = 256 * 1024;

async function bufferOf({ chunks }: BucketBody): Promise<Buffer> {
  const buffers: Buffer[] = [];
  for await (const group of chunks()) buffers.push(...group);
  return Buffer.concat(buffers);
}

/** Amazon's client takes the length from `byteLength`, and hashes no stream. */
function streamOf({ sizeBytes, chunks }: BucketBody): Readable {
  const buffers = async function* () {
    for await (const group of chunks()) yield* group;
  };
  return Object.assign(Readable.from(buffers(), { objectMode: false }), { byteLength: sizeBytes });
}

export type BucketSettings = WriteDemands & {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  prefix: string;
};

const noop = () => undefined;

/** Amazon's client prints to the console without one, above what we say of the same failure. */
const silent = { debug: noop, info: noop, warn: noop, error: noop };

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
    logger: silent,
    requestHandler: {
      logger: silent,
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      // Agents of ours also keep the client from waiting for "100 Continue".
      httpAgent: new http.Agent(agentOptions),
      httpsAgent: new https.Agent(agentOptions),
    },
  };
}
