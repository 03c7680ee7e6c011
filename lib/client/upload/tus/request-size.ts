import type { Upload } from 'tus-js-client';
import { afterChunk, afterRefusal } from '@/lib/domain/file/chunk-size';
import type { TusSetup } from './tus-setup';

/** How much a request of one file may carry. What one file finds out about it goes for all of the share. */
export class RequestSize {
  readonly #upload: Upload;
  readonly #setup: TusSetup;
  #askedAt = 0;

  constructor(upload: Upload, setup: TusSetup) {
    this.#upload = upload;
    this.#setup = setup;
  }

  /** Takes over what is known by now. */
  adopt(): void {
    this.#upload.options.chunkSize = this.#setup.chunkSize.bytes;
  }

  asked(): void {
    this.#askedAt = performance.now();
  }

  accepted(sentBytes: number): void {
    this.#setup.chunkSize = afterChunk(this.#setup.chunkSize, sentBytes, performance.now() - this.#askedAt);
    this.adopt();
  }

  /** @returns false when requests can't get any smaller */
  refused(bytesLeft: number): boolean {
    const { chunkSize } = this.#setup;
    const smaller = afterRefusal(chunkSize, Math.min(chunkSize.bytes, bytesLeft));
    if (!smaller) return false;
    this.#setup.chunkSize = smaller;
    this.#upload.options.uploadDataDuringCreation = false;
    return true;
  }
}
