import 'server-only';
import type { IncomingMessage } from 'node:http';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkedId } from '@/lib/server/ids';
import type { ByteRange, DownloadHeaders } from '../port';
import { BucketRefusal, failureOf, isRefused, type RetryPolicy } from './errors';
import { readSignedUrl } from './http-call';
import { type BucketBody, type BucketSettings, PartStore, type UploadedPart } from './part-store';

export const folders = { files: 'files/', tails: 'tails/' } as const;

export const fileKey = (fileId: string): string => folders.files + checkedId(fileId);

/** Keys are never written twice, so a late writer can't overwrite a recorded tail. */
export const tailKey = (fileId: string, position: number, mark: string): string =>
  `${folders.tails}${checkedId(fileId)}/${position}-${mark}`;

/** Signatures stay valid this long, also for retries. */
const signOptions = { expiresIn: 3600 };

/** `sum` is its SHA-256 in base64, null where the service keeps none. */
export type ListedPart = { number: number; sizeBytes: number; etag: string; sum: string | null };

export type PartsPage = { parts: ListedPart[]; next: number | null; hasSums: boolean };

/** Writes by tus's store, reads from signed URLs, and does the rest by Amazon's client. */
export class Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
  readonly retryPolicy: RetryPolicy;
  readonly settings: BucketSettings;
  readonly #store: PartStore;
  /** Services say nothing while they join parts. */
  readonly #joiningStore: PartStore;

  constructor(settings: BucketSettings, retryPolicy: RetryPolicy) {
    this.#store = new PartStore(settings, retryPolicy);
    this.#joiningStore = new PartStore(settings, { ...retryPolicy, silenceMs: 4 * retryPolicy.silenceMs });
    this.client = this.#store.s3;
    this.settings = settings;
    this.name = settings.bucket;
    this.prefix = settings.prefix;
    this.retryPolicy = retryPolicy;
  }

  /** @returns the object's etag */
  put(key: string, body: BucketBody): Promise<string> {
    return this.#store.putObject(this.prefix + key, body);
  }

  /** @returns the part's etag */
  putPart(key: string, uploadId: string, number: number, body: BucketBody): Promise<string> {
    return this.#store.putPart(this.prefix + key, uploadId, number, body);
  }

  /** Doesn't retry: the reader knows its position and requests the rest. */
  async get(key: string, range: ByteRange, etag?: string): Promise<IncomingMessage> {
    const url = await getSignedUrl(this.client, new GetObjectCommand(this.#at(key)), signOptions);
    const headers = { range: `bytes=${range.start}-${range.end}`, ...(etag && { 'if-match': etag }) };
    const response = await readSignedUrl({ url, headers, silenceMs: this.retryPolicy.silenceMs });
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

  /** For what nobody misses if a lock or policy keeps it. */
  async removeIfAllowed(key: string): Promise<void> {
    await this.remove(key).catch((error: unknown) => {
      if (!isRefused(error)) throw error;
    });
  }

  /** @param hasSums the service shall keep a SHA-256 with each part */
  async beginMultipart(key: string, hasSums = false): Promise<string> {
    const input = { ...this.#at(key), ...(hasSums && { ChecksumAlgorithm: 'SHA256' as const }) };
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(input));
    if (!UploadId) throw new Error('The bucket began an upload without a name for it.');
    return UploadId;
  }

  completeMultipart(key: string, uploadId: string, parts: UploadedPart[]): Promise<void> {
    return this.#joiningStore.joinParts(this.prefix + key, uploadId, parts);
  }

  /** Names the sums as well, as services demand that keep them. */
  async completeListed(key: string, uploadId: string, parts: ListedPart[]): Promise<void> {
    const Parts = parts.map(({ number, etag, sum }) => ({
      PartNumber: number,
      ETag: etag,
      ...(sum && { ChecksumSHA256: sum }),
    }));
    const upload = { ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts } };
    await this.#joiningStore.s3.send(new CompleteMultipartUploadCommand(upload));
  }

  /** Lists at most a thousand parts. */
  async listParts(key: string, uploadId: string, after: number): Promise<PartsPage> {
    const PartNumberMarker = String(after);
    const asked = new ListPartsCommand({ ...this.#at(key), UploadId: uploadId, PartNumberMarker });
    const page = await this.client.send(asked).catch((error: unknown) => {
      // So Ceph says that the upload is over.
      if (failureOf(error).code === 'NoSuchKey') throw new BucketRefusal(404, 'NoSuchUpload', 'It is over.');
      throw error;
    });
    const parts = (page.Parts ?? []).map(({ PartNumber = 0, Size = 0, ETag = '', ChecksumSHA256 }) => ({
      number: PartNumber,
      sizeBytes: Size,
      etag: ETag,
      sum: ChecksumSHA256 ?? null,
    }));
    const next = page.IsTruncated ? Number(page.NextPartNumberMarker) : null;
    return { parts, next, hasSums: page.ChecksumAlgorithm === 'SHA256' };
  }

  /** Without a signature. */
  async objectUrl(key: string): Promise<URL> {
    const url = new URL(await getSignedUrl(this.client, new GetObjectCommand(this.#at(key)), signOptions));
    url.search = '';
    return url;
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
      ResponseCacheControl: 'private, no-store, no-transform',
    });
    return getSignedUrl(this.client, command, { expiresIn: seconds });
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: this.prefix + key };
  }
}
