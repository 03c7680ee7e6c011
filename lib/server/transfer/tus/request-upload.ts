import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import type { NewFile } from '@/lib/server/services/upload/announcement';
import { beginUpload } from '@/lib/server/services/upload/begin';
import { removeUpload } from '@/lib/server/services/upload/remove';
import type { UploadState } from '@/lib/server/services/upload/state';
import { expiryOf } from '@/lib/server/services/upload/state';
import { keepInMind } from './announced';
import type { HeldUpload } from './held-uploads';
import { nodeUploads } from './node-uploads';
import { finishUpload, storeBody } from './store-body';
import type { TusRequest } from './tus-request';

/** The upload of one request: what is known of it goes to rows, its bytes to the storage. */
export class RequestUpload {
  /** As it stands after what this request did. */
  file: UploadState | null = null;
  #held: HeldUpload | null = null;
  #request: TusRequest;

  constructor(request: TusRequest) {
    this.#request = request;
  }

  /** Gets hold of the upload for this request; what a creation makes is its own anyway. */
  async lock(fileId: string): Promise<void> {
    const { ctx, destination, newFile, method, bringsBytes } = this.#request;
    if (newFile) return;
    const isOnlyLooking = method === 'HEAD';
    this.#held = await nodeUploads.hold(ctx, { fileId, destination, isOnlyLooking, bringsBytes });
  }

  async unlock(): Promise<void> {
    await this.#held?.release();
  }

  /** Announces a file and holds its upload. */
  async create(id: string, newFile: NewFile): Promise<void> {
    const { ctx, destination, bringsBytes } = this.#request;
    await ctx.storage.checkRoom?.(newFile.sizeBytes);
    const state = {
      complete: false,
      offset: 0,
      crc32: '00000000',
      generation: 0n,
      expiresAt: expiryOf(ctx),
    };
    this.#held = await nodeUploads.begin(ctx, id, async (ours) => {
      const lease = bringsBytes ? ours : null;
      await beginUpload(ctx, { id, destination, file: newFile, lease });
      return { file: { ...newFile, ...state, id }, lease };
    });
    this.file = this.#held.file;
    if (newFile.sizeBytes === 0) await finishUpload(this.#request, this.#held);
    else if (!bringsBytes) keepInMind(this.file, destination);
  }

  /** The upload that is held, completed where only that is missing. */
  async current(): Promise<UploadState> {
    const held = this.#held;
    if (!held) throw new AppError('upload.notFound');
    const { file } = held;
    this.file = file;
    // All bytes acknowledged, but the process ended before the file was made complete.
    if (!file.complete && file.offset === file.sizeBytes) await finishUpload(this.#request, held);
    if (file.expiresAt && file.expiresAt <= this.#request.ctx.now) throw new AppError('upload.expired');
    return file;
  }

  /** Takes what the request brings; answers with how far the upload then is. */
  async append(offset: number): Promise<number> {
    const held = this.#held;
    if (!held) throw new AppError('upload.notFound');
    const { file } = held;
    if (file.complete) return this.#refuseMore(file);

    await storeBody(this.#request, held, offset);
    return file.offset;
  }

  async remove(id: string): Promise<void> {
    const { ctx, destination } = this.#request;
    await removeUpload(ctx, { fileId: id, shareId: destination.shareId });
    removeBytesSoon(ctx);
  }

  /** Nothing more is fine: a client that missed the last answer asks like this. */
  #refuseMore(file: UploadState): number {
    if (this.#request.length !== 0 && this.#request.body) throw new AppError('upload.complete');
    return file.offset;
  }
}
