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
import { checkedId } from '../checked-id';
import type { ByteRange, DownloadHeaders } from '../port';
import { failureOf, type RetryPolicy, withRetries } from './errors';
import { type BucketBody, callBucket, discardBody } from './http-call';

export const folders = { files: 'files/', tails: 'tails/' } as const;

export const fileKey = (fileId: string): string => folders.files + checkedId(fileId);

/** Keys are never written twice, so a late writer can't overwrite a recorded tail. */
export const tailKey = (fileId: string, position: number, mark: string): string =>
  `${folders.tails}${checkedId(fileId)}/${position}-${mark}`;

export type UploadedPart = { number: number; etag: string };

/** Signatures stay valid this long, also for retries. */
const signOptions = { expiresIn: 3600 };

/** Sends bytes to signed URLs, and everything else through Amazon's client. */
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

  put(key: string, body: BucketBody): Promise<string> {
    return this.#send(getSignedUrl(this.client, new PutObjectCommand(this.#at(key)), signOptions), body);
  }

  putPart(key: string, uploadId: string, number: number, body: BucketBody): Promise<string> {
    const command = new UploadPartCommand({ ...this.#at(key), UploadId: uploadId, PartNumber: number });
    return this.#send(getSignedUrl(this.client, command, signOptions), body);
  }

  /** Doesn't retry: the reader knows its position and requests the rest. */
  async get(key: string, range: ByteRange, etag?: string): Promise<IncomingMessage> {
    const url = await getSignedUrl(this.client, new GetObjectCommand(this.#at(key)), signOptions);
    const headers = { range: `bytes=${range.start}-${range.end}`, ...(etag && { 'if-match': etag }) };
    const response = await callBucket({ method: 'GET', url, headers, silenceMs: this.retryPolicy.silenceMs });
    response.socket.setTimeout(0); // from here on the reader measures silence
    return response;
  }

  async sizeOf(key: string): Promise<number | null> {
    try {
      return (await this.client.send(new HeadObjectCommand(this.#at(key)))).ContentLength ?? null;
    } catch (error) {
      if (failureOf(error).status === 404) return null;
      throw error;
    }
  }

  /** Ignores a missing object. Deletes one at a time, because some services can't delete several. */
  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async beginMultipart(key: string): Promise<string> {
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(this.#at(key)));
    if (!UploadId) throw new Error('The bucket began an upload without a name for it.');
    return UploadId;
  }

  async completeMultipart(key: string, uploadId: string, parts: UploadedPart[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    const command = { ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts } };
    const requestTimeout = 4 * this.retryPolicy.silenceMs;
    await this.client.send(new CompleteMultipartUploadCommand(command), { requestTimeout });
  }

  async abortMultipart(key: string, uploadId: string): Promise<void> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId }));
    } catch (error) {
      const { code, status } = failureOf(error);
      if (code !== 'NoSuchUpload' && status !== 404) throw error;
    }
  }

  signedLink(key: string, seconds: number, { type, disposition }: DownloadHeaders): Promise<string> {
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

  async #send(signing: Promise<string>, body: BucketBody): Promise<string> {
    const url = await signing;
    const { silenceMs } = this.retryPolicy;
    return withRetries(this.retryPolicy, async () => {
      const response = await callBucket({ method: 'PUT', url, body, silenceMs });
      await discardBody(response);
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

/** Sends checksums only where required, because few services besides Amazon's support more. */
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
