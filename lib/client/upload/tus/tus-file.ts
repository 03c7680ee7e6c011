import { type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { isSentAtOnce, type UploadItem } from '../upload-item';
import { RequestSize } from './request-size';
import { TusPlace } from './tus-place';
import { metadataOf, noAnswer, plainOptions, readingOf, wholeOrPart } from './tus-request';
import type { TusSetup } from './tus-setup';
import type { Reading } from './verdict';

/** What is heard while a file is being sent. */
type Listener = {
  /** A request begins. */
  asked: () => void;
  progress: (sentBytes: number) => void;
  /** More than ever before. */
  accepted: () => void;
  done: () => void;
  /** Also heard when it no longer is being sent. */
  broken: (reading: Reading) => void;
};

/**
 * One file as the library sends it, made tame: its owner decides about every failure. Left alone, the library
 * answers a 503 by creating the file a second time.
 */
export class TusFile {
  readonly #item: UploadItem;
  readonly #on: Listener;
  readonly #upload: Upload;
  readonly #place: TusPlace;
  readonly #size: RequestSize;
  /** From a start to the next rest. */
  #run: object | null = null;
  #acceptedBytes = 0;
  /** All of it came with its creation. */
  #isWhole = false;

  constructor(item: UploadItem, setup: TusSetup, on: Listener) {
    this.#item = item;
    this.#on = on;
    this.#upload = new Upload(item.file, {
      ...plainOptions,
      fileReader: { openFile: async () => wholeOrPart(item.file) },
      headers: { ...setup.headers },
      metadata: metadataOf(item),
      uploadDataDuringCreation: item.size > 0 && isSentAtOnce(item),
      onBeforeRequest: (request) => this.#beforeRequest(request),
      onAfterResponse: (request, response) => this.#afterResponse(request, response),
      onProgress: (sentBytes) => this.#progress(sentBytes),
      onChunkComplete: (sentBytes, acceptedBytes) => this.#chunkComplete(sentBytes, acceptedBytes),
      onUploadUrlAvailable: () => this.#urlAvailable(),
      onSuccess: () => this.#run && on.done(),
      onError: (error) => this.#break(readingOf(error, this.#upload.url !== null)),
    });
    this.#place = new TusPlace(this.#upload, item, setup);
    this.#size = new RequestSize(this.#upload, setup);
  }

  get acceptedBytes(): number {
    return this.#acceptedBytes;
  }

  start(): void {
    this.#run = {};
    if (!this.#place.isBeingCreated) void this.go();
  }

  rest(): void {
    this.#run = null;
  }

  /** A creation on its way is let through: aborted, it could leave a file whose address nobody knows. */
  pause(): void {
    this.rest();
    if (!this.#place.isBeingCreated) void this.#upload.abort();
  }

  discard(): void {
    this.pause();
    this.#place.discard();
  }

  /** What a run has waited for is no concern of the next one, which has begun from the start. */
  stillRuns(): () => boolean {
    const run = this.#run;
    return () => run !== null && run === this.#run;
  }

  /** Sends on from the server's offset. */
  async go(): Promise<void> {
    if (this.#place.isUncertain) {
      const stillRuns = this.stillRuns();
      const found = await this.#place.find();
      if (!stillRuns()) return;
      if (found === undefined) return this.#on.broken(noAnswer);
      this.#place.found(found);
    }
    this.#size.adopt();
    this.#upload.start();
  }

  /** The request on its way is not answered any more. */
  giveUpAsking(): void {
    void this.#upload.abort();
    this.#break(noAnswer);
  }

  startOver(): void {
    this.#place.standAt(null);
    this.#acceptedBytes = 0;
    this.#progress(0);
    void this.go();
  }

  /** Goes on in smaller requests. @returns false when they can't get smaller */
  shrink(): boolean {
    if (!this.#size.refused(this.#item.size - this.#acceptedBytes)) return false;
    void this.go();
    return true;
  }

  #beforeRequest(request: HttpRequest): void {
    // The library begins in steps and forgets an abort in between; here it is reminded.
    if (!this.#run) throw new Error('stopped');
    this.#place.asked(request.getMethod());
    this.#size.asked();
    this.#on.asked();
  }

  #afterResponse(request: HttpRequest, response: HttpResponse): void {
    this.#place.answered(request.getMethod());
    this.#isWhole = Number(response.getHeader('Upload-Offset') ?? -1) === this.#item.size;
    if (request.getMethod() !== 'HEAD' || response.getStatus() >= 300) return;
    this.#accept(Number(response.getHeader('Upload-Offset')));
    this.#progress(this.#acceptedBytes);
  }

  #urlAvailable(): void {
    this.#place.told(this.#isWhole && this.#run !== null);
    if (!this.#run) void this.#upload.abort();
  }

  #progress(sentBytes: number): void {
    if (this.#run) this.#on.progress(sentBytes);
  }

  #chunkComplete(sentBytes: number, acceptedBytes: number): void {
    this.#accept(acceptedBytes);
    this.#size.accepted(sentBytes);
  }

  #accept(offset: number): void {
    if (offset > this.#acceptedBytes) this.#on.accepted();
    this.#acceptedBytes = offset;
  }

  #break(reading: Reading): void {
    this.#place.unanswered();
    this.#on.broken(reading);
  }
}
