import 'server-only';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { hashFilesSoon } from '@/lib/server/jobs/hash-files';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import { beginUpload, type NewFile } from '@/lib/server/services/upload/begin';
import { completeUpload } from '@/lib/server/services/upload/complete';
import { findIncoming, saveProgress, type UploadState } from '@/lib/server/services/upload/progress';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { batchesOf } from './batches';
import type { Promised } from './checksum';
import { digestsAt, finalSha, hex32, keepDigests } from './digests';
import { closing } from './locks';
import { receive } from './receive';

/** The request that a store works for. Bytes come straight from it: tus' own way costs four streams more. */
export type Delivery = {
  ctx: Context;
  shareId: string;
  body: Readable | null;
  /** Content-Length, null when the body is sent in pieces of unknown number. */
  length: number | null;
  newFile: NewFile | null;
  /** What the body's own checksum has to be, when it came with one. */
  promised: Promised | null;
  /** Of the lock that the request holds. */
  stop: () => AbortSignal;
};

/** Files up to here are synced and saved once, as complete; if that fails, little has to be sent again. */
const oneGoBytes = 256 * 1024;

/** Where tus keeps its uploads: rows for what is known, the storage for bytes. One for each request. */
export class ShareStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'];
  /** As it stands after what this request did. */
  file: UploadState | null = null;
  #delivery: Delivery;

  constructor(delivery: Delivery) {
    super();
    this.#delivery = delivery;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { ctx, shareId, newFile } = this.#delivery;
    if (!newFile) throw new AppError('upload.lengthMissing');
    await beginUpload(ctx, { id: upload.id, shareId, file: newFile });
    const expiresAt = this.#expiry();
    this.file = { ...newFile, id: upload.id, complete: false, offset: 0, crc32: '00000000', expiresAt };
    if (newFile.sizeBytes === 0) await this.#completeEmpty(this.file);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { ctx, shareId } = this.#delivery;
    this.file ??= await findIncoming(ctx, { fileId: id, shareId });
    const { file } = this;
    // All bytes acknowledged, but the process ended before the file was made complete.
    if (!file.complete && file.offset === file.sizeBytes) await this.#complete(file, null);
    if (file.expiresAt && file.expiresAt <= ctx.now) throw new AppError('upload.expired');
    return new Upload({ id, size: file.sizeBytes, offset: file.offset, metadata: metadataOf(file) });
  }

  override async write(unread: Readable, id: string, offset: number): Promise<number> {
    unread.resume();
    const { file } = this;
    const { ctx, body, length, stop, promised } = this.#delivery;
    if (!file) throw new AppError('upload.notFound');
    if (file.complete) return this.#refuseMore(file);

    const progress = { offset, ...digestsAt({ ...file, offset }) };
    const writer = await ctx.storage.openWriter(id, offset, file.sizeBytes);
    const batches = batchesOf(body ?? Readable.from([]), {
      room: file.sizeBytes - offset,
      isMeasured: length !== null,
      stop: stop(),
      isReused: writer.returnsBatches === true,
    });
    try {
      const save = (made: Saved) => this.#save(file, made);
      const isSmall = file.sizeBytes <= oneGoBytes;
      await receive(batches, {
        writer,
        progress,
        save,
        promised,
        ...(isSmall && { wholeBytes: file.sizeBytes }),
      });
    } finally {
      await writer.close();
      if (progress.offset < file.sizeBytes) keepDigests(id, progress.offset, progress);
    }
    if (progress.offset === file.sizeBytes) await this.#complete(file, await finalSha(progress), progress);
    else if (stop().reason === closing) throw new AppError('server.unavailable');
    return file.offset;
  }

  override async remove(id: string): Promise<void> {
    const { ctx, shareId } = this.#delivery;
    await removeUpload(ctx, { fileId: id, shareId });
    removeBytesSoon(ctx);
  }

  /** Nothing more is fine: a client that missed the last answer asks like this. */
  #refuseMore(file: UploadState): number {
    if (this.#delivery.length !== 0 && this.#delivery.body) throw new AppError('upload.complete');
    return file.offset;
  }

  async #save(file: UploadState, { from, to, crc32 }: Saved) {
    const { ctx } = this.#delivery;
    const made = { from, to, crc32: hex32(crc32) };
    await saveProgress({ ...ctx, now: new Date() }, { fileId: file.id, ...made });
    Object.assign(file, { offset: to, crc32: made.crc32, expiresAt: this.#expiry() });
  }

  async #complete(file: UploadState, sha256: string | null, made?: { crc32: number }): Promise<void> {
    const { ctx } = this.#delivery;
    const { id: fileId, sizeBytes } = file;
    const inOneGo = file.offset === 0 && made ? { crc32: hex32(made.crc32) } : null;
    await completeUpload({ ...ctx, now: new Date() }, { fileId, sizeBytes, sha256, inOneGo });
    Object.assign(file, { complete: true, expiresAt: null, offset: sizeBytes });
    if (sha256 === null) hashFilesSoon(ctx);
  }

  async #completeEmpty(file: UploadState): Promise<void> {
    const writer = await this.#delivery.ctx.storage.openWriter(file.id, 0, 0);
    await writer.close();
    await this.#complete(file, createHash('sha256').digest('hex'));
  }

  #expiry = () => new Date(Date.now() + this.#delivery.ctx.config.UPLOAD_TTL);
}

type Saved = { from: number; to: number; crc32: number };

const metadataOf = ({ name, mimeType, path }: UploadState): Record<string, string> => ({
  ...(name && { filename: name }),
  filetype: mimeType,
  ...(path && { relativePath: `${path}/${name}` }),
});
