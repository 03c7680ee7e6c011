import type { Upload } from 'tus-js-client';
import { terminate } from '../terminate';
import { findPart } from '../unfinished/partial-files';
import type { UploadItem } from '../upload-item';
import type { TusSetup } from './sender';
import { pathOfUrl } from './tus-request';

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
    const { access, memory } = this.#setup;
    this.#upload.url = url;
    this.#upload.options.endpoint = url ? null : access.endpointOf(memory.share.shareId);
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
    const { access, memory, wireOf } = this.#setup;
    try {
      const serverFiles = await access.readServerFiles(memory.share.shareId);
      return await findPart(this.#item, serverFiles, { headers: access.headers, memory, wireOf });
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
    if (this.#isDiscarded) terminate(url, this.#setup.access.headers);
    else if (isPassing) this.#applyUrl(url);
    else this.setUrl(url);
  }

  discard(): void {
    this.#isDiscarded = true;
    if (this.#upload.url) terminate(this.#upload.url, this.#setup.access.headers);
  }
}
