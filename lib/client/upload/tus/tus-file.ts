import { type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { fitsOneRequest, type UploadItem } from '../upload-item';
import { RequestSize } from './request-size';
import { TusLocation } from './tus-location';
import { fileSource, metadataOf, noAnswer, plainOptions, readFailure } from './tus-request';
import type { TusSetup } from './tus-setup';
import type { FailedRequest } from './verdict';

type TusFileListener = {
  requestStarted: () => void;
  progress: (sentBytes: number) => void;
  accepted: () => void;
  done: () => void;
  broken: (reading: FailedRequest) => void;
};

/**
 * Wraps the library's upload so that the owner decides about every failure. On its own, the library answers a 503 by
 * creating the file a second time.
 */
export class TusFile {
  readonly #item: UploadItem;
  readonly #on: TusFileListener;
  readonly #upload: Upload;
  readonly #location: TusLocation;
  readonly #size: RequestSize;
  /** Identifies the present run, from a start to a rest; null in between. */
  #run: object | null = null;
  #acceptedBytes = 0;
  #isWhole = false;

  constructor(item: UploadItem, setup: TusSetup, on: TusFileListener) {
    this.#item = item;
    this.#on = on;
    this.#upload = new Upload(item.file, {
      ...plainOptions,
      fileReader: { openFile: async () => fileSource(item.file) },
      headers: { ...setup.headers },
      metadata: metadataOf(item),
      uploadDataDuringCreation: item.size > 0 && fitsOneRequest(item),
      onBeforeRequest: (request) => this.#beforeRequest(request),
      onAfterResponse: (request, response) => this.#afterResponse(request, response),
      onProgress: (sentBytes) => this.#progress(sentBytes),
      onChunkComplete: (sentBytes, acceptedBytes) => this.#chunkComplete(sentBytes, acceptedBytes),
      onUploadUrlAvailable: () => this.#urlAvailable(),
      onSuccess: () => this.#run && on.done(),
      onError: (error) => this.#break(readFailure(error, this.#upload.url !== null)),
    });
    this.#location = new TusLocation(this.#upload, item, setup);
    this.#size = new RequestSize(this.#upload, setup);
  }

  get acceptedBytes(): number {
    return this.#acceptedBytes;
  }

  start(): void {
    this.#run = {};
    if (!this.#location.isBeingCreated) void this.go();
  }

  rest(): void {
    this.#run = null;
  }

  /** Lets a creating request finish: aborted, it could leave a file with unknown URL. */
  pause(): void {
    this.rest();
    if (!this.#location.isBeingCreated) void this.#upload.abort();
  }

  discard(): void {
    this.pause();
    this.#location.discard();
  }

  /** Returns a check that is true only during the present run. */
  stillRuns(): () => boolean {
    const run = this.#run;
    return () => run !== null && run === this.#run;
  }

  async go(): Promise<void> {
    if (this.#location.isUncertain) {
      const stillRuns = this.stillRuns();
      const found = await this.#location.find();
      if (!stillRuns()) return;
      if (found === undefined) return this.#on.broken(noAnswer);
      this.#location.setFoundUrl(found);
    }
    this.#size.applyLimit();
    this.#upload.start();
  }

  abortRequest(): void {
    void this.#upload.abort();
    this.#break(noAnswer);
  }

  startOver(): void {
    this.#location.setUrl(null);
    this.#acceptedBytes = 0;
    this.#progress(0);
    void this.go();
  }

  shrink(): boolean {
    if (!this.#size.shrink(this.#item.size - this.#acceptedBytes)) return false;
    void this.go();
    return true;
  }

  #beforeRequest(request: HttpRequest): void {
    // The library begins in steps and forgets an abort in between; here it is reminded.
    if (!this.#run) throw new Error('stopped');
    this.#location.requestStarted(request.getMethod());
    this.#size.requestStarted();
    this.#on.requestStarted();
  }

  #afterResponse(request: HttpRequest, response: HttpResponse): void {
    this.#location.requestAnswered(request.getMethod());
    this.#isWhole = Number(response.getHeader('Upload-Offset') ?? -1) === this.#item.size;
    if (request.getMethod() !== 'HEAD' || response.getStatus() >= 300) return;
    this.#accept(Number(response.getHeader('Upload-Offset')));
    this.#progress(this.#acceptedBytes);
  }

  #urlAvailable(): void {
    this.#location.urlReceived(this.#isWhole && this.#run !== null);
    if (!this.#run) void this.#upload.abort();
  }

  #progress(sentBytes: number): void {
    if (this.#run) this.#on.progress(sentBytes);
  }

  #chunkComplete(sentBytes: number, acceptedBytes: number): void {
    this.#accept(acceptedBytes);
    this.#size.requestAccepted(sentBytes);
  }

  #accept(offset: number): void {
    if (offset > this.#acceptedBytes) this.#on.accepted();
    this.#acceptedBytes = offset;
  }

  #break(reading: FailedRequest): void {
    this.#location.requestFailed();
    this.#on.broken(reading);
  }
}
