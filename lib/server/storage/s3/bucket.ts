import 'server-only';
import type { IncomingMessage } from 'node:http';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, Presented } from '../port';
import { failureOf, type RetryPolicy, retried } from './errors';
import { type Body, exchange, finished } from './http-call';

export type Part = { number: number; etag: string };

/** How long a call may wait to be made with one signature. */
const signed = { expiresIn: 3600 };

/** The calls that the storage makes. Bytes go by signed URLs, everything else by Amazon's own client. */
export class Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
  readonly retryPolicy: RetryPolicy;

  constructor(settings: BucketSettings, retryPolicy: RetryPolicy) {
    this.client = clientFor(settings, retryPolicy);
    this.name = settings.bucket;
    this.prefix = settings.prefix;
    this.retryPolicy = retryPolicy;
  }

  /** @returns the object's etag, as `putPart` does */
  put(key: string, body: Body): Promise<string> {
    return this.#send(getSignedUrl(this.client, new PutObjectCommand(this.#at(key)), signed), body);
  }

  putPart(key: string, uploadId: string, number: number, body: Body): Promise<string> {
    const command = new UploadPartCommand({ ...this.#at(key), UploadId: uploadId, PartNumber: number });
    return this.#send(getSignedUrl(this.client, command, signed), body);
  }

  /** One try: the reader knows how far it came, and asks for the rest. */
  async get(key: string, range: ByteRange, etag?: string): Promise<IncomingMessage> {
    const url = await getSignedUrl(this.client, new GetObjectCommand(this.#at(key)), signed);
    const headers = { range: `bytes=${range.start}-${range.end}`, ...(etag && { 'if-match': etag }) };
    const response = await exchange({ method: 'GET', url, headers, silenceMs: this.retryPolicy.silenceMs });
    response.socket.setTimeout(0); // from here on only the reader knows who keeps whom waiting
    return response;
  }

  /** Null where there is no such object. */
  async sizeOf(key: string): Promise<number | null> {
    try {
      return (await this.client.send(new HeadObjectCommand(this.#at(key)))).ContentLength ?? null;
    } catch (error) {
      if (failureOf(error).status === 404) return null;
      throw error;
    }
  }

  /** Nothing there is fine. One by one, because not every service deletes several at once. */
  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.#at(key)));
  }

  /** @returns the id of a new upload in parts */
  async begin(key: string): Promise<string> {
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(this.#at(key)));
    if (!UploadId) throw new Error('The bucket began an upload without a name for it.');
    return UploadId;
  }

  async complete(key: string, uploadId: string, parts: Part[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    const command = { ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts } };
    // Joining thousands of parts takes its time.
    const requestTimeout = 4 * this.retryPolicy.silenceMs;
    await this.client.send(new CompleteMultipartUploadCommand(command), { requestTimeout });
  }

  /** One that is gone already is fine. */
  async abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId }));
    } catch (error) {
      const { code, status } = failureOf(error);
      if (code !== 'NoSuchUpload' && status !== 404) throw error;
    }
  }

  /** A link that anybody may read the object by until it expires. */
  link(key: string, seconds: number, { type, disposition }: Presented): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(this.client, command, { expiresIn: seconds });
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: this.prefix + key };
  }

  async #send(signing: Promise<string>, body: Body): Promise<string> {
    const url = await signing;
    const { silenceMs } = this.retryPolicy;
    return retried(this.retryPolicy, async () => {
      const response = await exchange({ method: 'PUT', url, body, silenceMs });
      await finished(response);
      return String(response.headers.etag);
    });
  }
}

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
