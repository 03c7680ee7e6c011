import 'server-only';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { hashFilesSoon } from '@/lib/server/jobs/hash-files';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import type { Destination } from '@/lib/server/services/upload/access';
import { beginUpload, type NewFile } from '@/lib/server/services/upload/begin';
import { completeUpload } from '@/lib/server/services/upload/complete';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { removeUpload } from '@/lib/server/services/upload/remove';
import type { UploadState } from '@/lib/server/services/upload/state';
import { batchesOf } from './batches';
import type { Saved } from './checkpoints';
import type { Promised } from './checksum';
import { digestsAt, finalSha, hex32, keepDigests } from './digests';
import { type Held, thisNode } from './hold';
import { closing, lost } from './locks';
import { receive } from './receive';

/** The request that a store works for. Bytes come straight from it: tus' own way costs four streams more. */
export type Delivery = {
  ctx: Context;
  destination: Destination;
  body: Readable | null;
  /** Content-Length, null when the body is sent in pieces of unknown number. */
  length: number | null;
  newFile: NewFile | null;
  /** What the body's own checksum has to be, when it came with one. */
  promised: Promised | null;
  isOnlyLooking: boolean;
  /** Whether it comes with bytes, as a creation may. */
  bringsBytes: boolean;
};

/** Files up to here are synced and saved once, as complete; if that fails, little has to be sent again. */
const oneGoBytes = 256 * 1024;

/** Where tus keeps its uploads: rows for what is known, the storage for bytes. One for each request. */
export class ShareStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'];
  /** As it stands after what this request did. */
  file: UploadState | null = null;
  #held: Held | null = null;
  #delivery: Delivery;

  constructor(delivery: Delivery) {
    super();
    this.#delivery = delivery;
  }

  /** What a creation makes is its own anyway. */
  async lock(fileId: string): Promise<void> {
    const { ctx, destination, newFile, isOnlyLooking } = this.#delivery;
    if (!newFile) this.#held = await thisNode.hold(ctx, { fileId, destination, isOnlyLooking });
  }

  async unlock(): Promise<void> {
    await this.#held?.release();
  }

  override async create(upload: Upload): Promise<Upload> {
    const { ctx, destination, newFile, bringsBytes } = this.#delivery;
    if (!newFile) throw new AppError('upload.lengthMissing');
    await ctx.storage.checkRoom?.(newFile.sizeBytes);
    const state = {
      complete: false,
      offset: 0,
      crc32: '00000000',
      generation: 0n,
      expiresAt: this.#expiry(),
    };
    this.#held = await thisNode.begin(ctx, upload.id, async (ours) => {
      const lease = bringsBytes ? ours : null;
      await beginUpload(ctx, { id: upload.id, destination, file: newFile, lease });
      return { file: { ...newFile, ...state, id: upload.id }, lease };
    });
    this.file = this.#held.file;
    if (newFile.sizeBytes === 0) await this.#completeEmpty(this.#held);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const held = this.#held;
    if (!held) throw new AppError('upload.notFound');
    const { file } = held;
    this.file = file;
    // All bytes acknowledged, but the process ended before the file was made complete.
    if (!file.complete && file.offset === file.sizeBytes) await this.#complete(held, null);
    if (file.expiresAt && file.expiresAt <= this.#delivery.ctx.now) throw new AppError('upload.expired');
    return new Upload({ id, size: file.sizeBytes, offset: file.offset, metadata: metadataOf(file) });
  }

  override async write(unread: Readable, id: string, offset: number): Promise<number> {
    unread.resume();
    const held = this.#held;
    const { ctx, body, length, promised } = this.#delivery;
    if (!held) throw new AppError('upload.notFound');
    const { file, stop } = held;
    if (file.complete) return this.#refuseMore(file);

    const progress = { offset, ...digestsAt({ ...file, offset }) };
    const writer = await ctx.storage.openWriter(id, offset, file.sizeBytes, file.generation);
    const batches = batchesOf(body ?? Readable.from([]), {
      room: file.sizeBytes - offset,
      isMeasured: length !== null,
      stop,
      isReused: writer.returnsBatches === true,
    });
    // What was taken over from somebody is never final before it is acknowledged: see disk-segments.ts.
    const mayGoAtOnce = file.sizeBytes <= oneGoBytes && file.generation === 0n;
    try {
      const save = (made: Saved) => this.#save(held, made);
      await receive(batches, {
        writer,
        progress,
        save,
        promised,
        ...(mayGoAtOnce && { wholeBytes: file.sizeBytes }),
      });
    } finally {
      await writer.close();
      if (progress.offset < file.sizeBytes) keepDigests(id, progress.offset, progress);
    }
    if (progress.offset === file.sizeBytes) await this.#complete(held, await finalSha(progress), progress);
    else if (stop.reason === lost && !held.leased?.isOver()) throw new AppError('upload.busy');
    else if (stop.reason === closing) throw new AppError('server.unavailable');
    return file.offset;
  }

  override async remove(id: string): Promise<void> {
    const { ctx, destination } = this.#delivery;
    await removeUpload(ctx, { fileId: id, shareId: destination.shareId });
    removeBytesSoon(ctx);
  }

  /** Nothing more is fine: a client that missed the last answer asks like this. */
  #refuseMore(file: UploadState): number {
    if (this.#delivery.length !== 0 && this.#delivery.body) throw new AppError('upload.complete');
    return file.offset;
  }

  async #save({ file, leased }: Held, { from, to, crc32, isLast }: Saved) {
    const { ctx } = this.#delivery;
    const made = { from, to, crc32: hex32(crc32) };
    const sinceMs = performance.now();
    const isGivenBack = isLast && to < file.sizeBytes;
    const lease = leased?.lease ?? null;
    const now = new Date();
    await saveProgress({ ...ctx, now }, { fileId: file.id, ...made, lease, isLast: isGivenBack });
    if (isGivenBack) leased?.ended();
    else leased?.prolonged(sinceMs);
    Object.assign(file, { offset: to, crc32: made.crc32, expiresAt: this.#expiry() });
  }

  async #complete({ file, leased }: Held, sha256: string | null, made?: { crc32: number }): Promise<void> {
    const { ctx } = this.#delivery;
    const { id: fileId, sizeBytes, generation } = file;
    const inOneGo = file.offset === 0 && made ? { crc32: hex32(made.crc32) } : null;
    // Bytes that nobody has acknowledged must not take the place of those of whoever has the upload now.
    if (inOneGo && leased && !leased.isSure()) throw new AppError('upload.busy');
    const lease = leased?.lease ?? null;
    const whole = { fileId, sizeBytes, sha256, inOneGo, lease, generation };
    await completeUpload({ ...ctx, now: new Date() }, whole);
    leased?.ended();
    Object.assign(file, { complete: true, expiresAt: null, offset: sizeBytes });
    if (sha256 === null) hashFilesSoon(ctx);
  }

  async #completeEmpty(held: Held): Promise<void> {
    const writer = await this.#delivery.ctx.storage.openWriter(held.file.id, 0, 0);
    await writer.close();
    await this.#complete(held, createHash('sha256').digest('hex'));
  }

  #expiry = () => new Date(Date.now() + this.#delivery.ctx.config.UPLOAD_TTL);
}

const metadataOf = ({ name, mimeType, path }: UploadState): Record<string, string> => ({
  ...(name && { filename: name }),
  filetype: mimeType,
  ...(path && { relativePath: `${path}/${name}` }),
});
