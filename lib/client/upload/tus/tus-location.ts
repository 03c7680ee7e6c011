import type { Upload } from 'tus-js-client';
import { terminate } from '@/lib/client/upload/terminate';
import { findPart } from '@/lib/client/upload/unfinished/find-parts';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import { pathOfUrl } from './tus-request';
import type { TusSetup } from './tus-setup';

/** A file's URL on the server: none yet, known, or unknown because the creation was not answered. */
export class TusLocation {
  readonly #upload: Upload;
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  #creation: 'none' | 'pending' | 'unanswered' = 'none';
  #isDiscarded = false;

  constructor(upload: Upload, item: UploadItem, setup: TusSetup) {
    this.#upload = upload;
    this.#item = item;
    this.#setup = setup;
    this.setUrl(setup.memory.urlOf(item.key));
  }

  get isBeingCreated(): boolean {
    return this.#creation === 'pending';
  }

  get isUncertain(): boolean {
    return this.#creation === 'unanswered';
  }

  /** Clears the library's endpoint when there is a URL, so that it can't create the file again. */
  setUrl(url: string | null): void {
    this.#applyUrl(url);
    this.#setup.memory.storeUrl(this.#item, url);
  }

  #applyUrl(url: string | null): void {
    this.#upload.url = url;
    this.#upload.options.endpoint = url ? null : this.#setup.endpoint;
  }

  requestStarted(method: string): void {
    if (method === 'POST') this.#creation = 'pending';
  }

  requestAnswered(method: string): void {
    if (method === 'POST') this.#creation = 'none';
  }

  requestFailed(): void {
    if (this.#creation === 'pending') this.#creation = 'unanswered';
  }

  /** Looks for a file that an unanswered request may have created. Returns undefined when the server doesn't answer. */
  async find(): Promise<string | null | undefined> {
    try {
      return await findPart(this.#item, await this.#setup.readServerFiles(), this.#setup);
    } catch {
      return undefined;
    }
  }

  setFoundUrl(url: string | null): void {
    this.#creation = 'none';
    if (url) this.setUrl(url);
  }

  /** Handles the URL that the server has returned. @param isPassing the file is complete, so the URL isn't stored */
  urlReceived(isPassing: boolean): void {
    const url = pathOfUrl(this.#upload.url ?? '');
    if (this.#isDiscarded) terminate(url, this.#setup.headers);
    else if (isPassing) this.#applyUrl(url);
    else this.setUrl(url);
  }

  discard(): void {
    this.#isDiscarded = true;
    if (this.#upload.url) terminate(this.#upload.url, this.#setup.headers);
  }
}
