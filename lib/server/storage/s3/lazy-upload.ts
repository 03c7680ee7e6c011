import 'server-only';
import { randomBytes } from 'node:crypto';
import type { OpenedUpload } from './bucket-rows';
import type { BucketDeps } from './deps';
import { droppedIfGone } from './errors';
import { fileKey, tailKey } from './keys';
import { bodyOf, type Segment } from './segment';

/** One file's rows and its multipart upload, both begun when they are first needed: a small file needs neither. */
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

  async putWhole(segments: Segment[]): Promise<void> {
    const { bucket, seen } = this.#deps;
    const body = bodyOf(bucket, segments);
    await bucket.put(fileKey(this.fileId), body);
    if (!this.#opened) seen.set(this.fileId, body.sizeBytes);
  }

  async putPart(number: number, segments: Segment[]): Promise<void> {
    const { bucket, rows } = this.#deps;
    const body = bodyOf(bucket, segments);
    this.#uploadId ??= this.#begin();
    const uploadId = await this.#uploadId;
    const etag = await bucket
      .putPart(fileKey(this.fileId), uploadId, number, body)
      .catch((error: unknown) => {
        throw droppedIfGone(error, this.fileId);
      });
    await rows.addPart(await this.#open(), { number, etag, sizeBytes: body.sizeBytes });
  }

  /** Puts segments that follow each other from `position` on into the bucket. @returns the key under which they are */
  async putTail(position: number, segments: Segment[]): Promise<string> {
    const { bucket, rows } = this.#deps;
    const opened = await this.#open();
    const key = tailKey(this.fileId, position, randomBytes(6).toString('hex'));
    const body = bodyOf(bucket, segments);
    await bucket.put(key, body);
    await rows.addTail(opened, { position, sizeBytes: body.sizeBytes, key });
    return key;
  }

  #open(): Promise<OpenedUpload> {
    this.#opened ??= this.#deps.rows.begin(this.fileId, this.partBytes);
    return this.#opened;
  }

  async #begin(): Promise<string> {
    const { bucket, rows } = this.#deps;
    const opened = await this.#open();
    if (opened.uploadId) return opened.uploadId;
    const uploadId = await bucket.begin(fileKey(this.fileId));
    await rows.addUploadId(opened, uploadId).catch(async (error: unknown) => {
      await bucket.abort(fileKey(this.fileId), uploadId);
      throw error;
    });
    return uploadId;
  }
}

const smallestBytes = 16 * 1024 * 1024;
/** A bucket takes 10,000 parts; one is left over. */
const maxParts = 9_999;
const stepBytes = 1024 * 1024;

/**
 * The size of every part (but the last) of a file that gets at most `maxBytes`: all alike, as some services insist,
 * and so big that the file fits.
 */
export function partBytesFor(maxBytes: number): number {
  return Math.max(smallestBytes, Math.ceil(maxBytes / maxParts / stepBytes) * stepBytes);
}
