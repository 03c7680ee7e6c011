import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Opened } from './book';
import type { Desk } from './desk';
import { fileKey, tailKey } from './keys';
import { bodyOf, type Stretch } from './stretch';

/** One file's rows and its multipart upload, both begun when they are first needed: a small file needs neither. */
export class UploadEntry {
  readonly fileId: string;
  readonly partBytes: number;
  #desk: Desk;
  #opened: Promise<Opened> | null;
  #uploadId: Promise<string> | null = null;

  constructor(desk: Desk, fileId: string, opened: Opened | null, partBytes: number) {
    this.#desk = desk;
    this.fileId = fileId;
    this.partBytes = partBytes;
    this.#opened = opened && Promise.resolve(opened);
  }

  async putWhole(stretches: Stretch[]): Promise<void> {
    const { bucket, seen } = this.#desk;
    const body = bodyOf(bucket, stretches);
    await bucket.put(fileKey(this.fileId), body);
    if (!this.#opened) seen.set(this.fileId, body.sizeBytes);
  }

  async putPart(number: number, stretches: Stretch[]): Promise<void> {
    const { bucket, book } = this.#desk;
    const body = bodyOf(bucket, stretches);
    this.#uploadId ??= this.#begin();
    const etag = await bucket.putPart(fileKey(this.fileId), await this.#uploadId, number, body);
    await book.notePart(await this.#open(), { number, etag, sizeBytes: body.sizeBytes });
  }

  /** Puts stretches that follow each other from `position` on into the bucket. @returns the key under which they are */
  async putTail(position: number, stretches: Stretch[]): Promise<string> {
    const { bucket, book } = this.#desk;
    const opened = await this.#open();
    const key = tailKey(this.fileId, position, randomBytes(6).toString('hex'));
    const body = bodyOf(bucket, stretches);
    await bucket.put(key, body);
    await book.noteTail(opened, { position, sizeBytes: body.sizeBytes, key });
    return key;
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#desk.book.begin(this.fileId, this.partBytes);
    return this.#opened;
  }

  async #begin(): Promise<string> {
    const { bucket, book } = this.#desk;
    const opened = await this.#open();
    if (opened.uploadId) return opened.uploadId;
    const uploadId = await bucket.begin(fileKey(this.fileId));
    await book.noteUpload(opened, uploadId).catch(async (error: unknown) => {
      await bucket.abort(fileKey(this.fileId), uploadId);
      throw error;
    });
    return uploadId;
  }
}
