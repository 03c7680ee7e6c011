import type { Upload } from 'tus-js-client';
import { terminate } from '../terminate';
import { partOf } from '../unfinished/parts';
import type { UploadItem } from '../upload-item';
import { ownPath } from './tus-request';
import type { TusSetup } from './tus-setup';

/** Where one file is on the server: nowhere yet, at an address, or at one that was never told. */
export class TusPlace {
  readonly #upload: Upload;
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  #creation: 'none' | 'pending' | 'unanswered' = 'none';
  #isDiscarded = false;

  constructor(upload: Upload, item: UploadItem, setup: TusSetup) {
    this.#upload = upload;
    this.#item = item;
    this.#setup = setup;
    this.standAt(setup.memory.urlOf(item.key));
  }

  get isBeingCreated(): boolean {
    return this.#creation === 'pending';
  }

  get isUncertain(): boolean {
    return this.#creation === 'unanswered';
  }

  /** With an address the library gets no endpoint, so that it can't create the file again by itself. */
  standAt(url: string | null): void {
    this.#aimAt(url);
    this.#setup.memory.noteUrl(this.#item, url);
  }

  #aimAt(url: string | null): void {
    this.#upload.url = url;
    this.#upload.options.endpoint = url ? null : this.#setup.endpoint;
  }

  asked(method: string): void {
    if (method === 'POST') this.#creation = 'pending';
  }

  answered(method: string): void {
    if (method === 'POST') this.#creation = 'none';
  }

  unanswered(): void {
    if (this.#creation === 'pending') this.#creation = 'unanswered';
  }

  /**
   * Looks for what an unanswered request may have created.
   * @returns undefined when the server doesn't answer this either
   */
  async find(): Promise<string | null | undefined> {
    try {
      return await partOf(this.#item, await this.#setup.arrivals(), this.#setup);
    } catch {
      return undefined;
    }
  }

  found(url: string | null): void {
    this.#creation = 'none';
    if (url) this.standAt(url);
  }

  /**
   * The server has told the address.
   * @param isPassing nobody will ask for it any more, so it isn't worth remembering
   */
  told(isPassing: boolean): void {
    const url = ownPath(this.#upload.url ?? '');
    if (this.#isDiscarded) terminate(url, this.#setup.headers);
    else if (isPassing) this.#aimAt(url);
    else this.standAt(url);
  }

  discard(): void {
    this.#isDiscarded = true;
    if (this.#upload.url) terminate(this.#upload.url, this.#setup.headers);
  }
}
