import type { Upload } from 'tus-js-client';
import { afterChunk, afterRefusal } from '@/lib/domain/file/chunk-size';
import type { TusSetup } from './tus-setup';

/** Limits the size of requests. Sizes learned by one file apply to the whole share. */
export class RequestSize {
  readonly #upload: Upload;
  readonly #setup: TusSetup;
  #askedAt = 0;

  constructor(upload: Upload, setup: TusSetup) {
    this.#upload = upload;
    this.#setup = setup;
  }

  applyLimit(): void {
    this.#upload.options.chunkSize = this.#setup.chunkSize.bytes;
  }

  requestStarted(): void {
    this.#askedAt = performance.now();
  }

  requestAccepted(sentBytes: number): void {
    this.#setup.chunkSize = afterChunk(this.#setup.chunkSize, sentBytes, performance.now() - this.#askedAt);
    this.applyLimit();
  }

  shrink(bytesLeft: number): boolean {
    const { chunkSize } = this.#setup;
    const smaller = afterRefusal(chunkSize, Math.min(chunkSize.bytes, bytesLeft));
    if (!smaller) return false;
    this.#setup.chunkSize = smaller;
    this.#upload.options.uploadDataDuringCreation = false;
    return true;
  }
}
