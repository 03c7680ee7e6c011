import 'server-only';
import { randomBytes } from 'node:crypto';
import { type Bucket, fileKey, tailKey } from './bucket';
import type { BucketRows, OpenedUpload } from './bucket-rows';
import { expiredIfDropped } from './errors';
import type { MemoryBudget } from './part-memory';
import { type BodySegment, bodyOf } from './segment';

/** Creates a file's rows and multipart upload when they are first needed. Small files need neither. */
export class LazyUpload {
  readonly fileId: string;
  readonly partBytes: number;
  #deps: BucketDeps;
  #opened: Promise<OpenedUpload> | null;
  #uploadId: Promise<string> | null = null;

  constructor(deps: BucketDeps, fileId: string, opened: OpenedUpload | null, partBytes: number) {
    this.#deps = deps;
    this.fileId = fileId;
    this.partBytes = partBytes;
    this.#opened = opened && Promise.resolve(opened);
  }

  async putWhole(segments: BodySegment[]): Promise<void> {
    const { bucket, wholeObjectBytes } = this.#deps;
    const body = bodyOf(bucket, segments);
    await bucket.put(fileKey(this.fileId), body);
    if (!this.#opened) wholeObjectBytes.set(this.fileId, body.sizeBytes);
  }

  async putPart(number: number, segments: BodySegment[]): Promise<void> {
    const { bucket, rows } = this.#deps;
    const body = bodyOf(bucket, segments);
    this.#uploadId ??= this.#begin();
    const uploadId = await this.#uploadId;
    const etag = await bucket
      .putPart(fileKey(this.fileId), uploadId, number, body)
      .catch((error: unknown) => {
        throw expiredIfDropped(error, this.fileId);
      });
    await rows.addPart(await this.#open(), { number, etag, sizeBytes: body.sizeBytes });
  }

  async putTail(position: number, segments: BodySegment[]): Promise<string> {
    const { bucket, rows } = this.#deps;
    const opened = await this.#open();
    const key = tailKey(this.fileId, position, randomBytes(6).toString('hex'));
    const body = bodyOf(bucket, segments);
    await bucket.put(key, body);
    await rows.addTail(opened, { position, sizeBytes: body.sizeBytes, key });
    return key;
  }

  #open(): Promise<OpenedUpload> {
    this.#opened ??= beginUpload(this.#deps, this.fileId, this.partBytes);
    return this.#opened;
  }

  async #begin(): Promise<string> {
    const { bucket, rows } = this.#deps;
    const opened = await this.#open();
    if (opened.uploadId) return opened.uploadId;
    const uploadId = await bucket.beginMultipart(fileKey(this.fileId));
    await rows.addUploadId(opened, uploadId).catch(async (error: unknown) => {
      await bucket.abortMultipart(fileKey(this.fileId), uploadId);
      throw error;
    });
    return uploadId;
  }
}

/** Opens it for a new writer. The parts that came another way go at once. */
export async function beginUpload(
  { bucket, rows }: BucketDeps,
  fileId: string,
  partBytes: number,
  isDirect = false,
): Promise<OpenedUpload> {
  const { givenUp, ...opened } = await rows.begin(fileId, partBytes, isDirect);
  await abortGivenUp(bucket, fileId, givenUp);
  return opened;
}

/** No quota counts its bytes any more, and addresses to put some there may be valid. What fails is left over for a job. */
export async function abortGivenUp(bucket: Bucket, fileId: string, uploadId: string | null): Promise<void> {
  if (uploadId) await bucket.abortMultipart(fileKey(fileId), uploadId).catch(() => undefined);
}

const smallestBytes = 16 * 1024 * 1024;
/** S3 allows 10,000 parts. */
const maxParts = 9_999;
const stepBytes = 1024 * 1024;

/** Returns the part size for files of up to `maxBytes`. Some services require equal parts. */
export function partBytesFor(maxBytes: number): number {
  return Math.max(smallestBytes, Math.ceil(maxBytes / maxParts / stepBytes) * stepBytes);
}

export type BucketDeps = {
  bucket: Bucket;
  rows: BucketRows;
  budget: MemoryBudget;
  wholeObjectBytes: Map<string, number>;
};
