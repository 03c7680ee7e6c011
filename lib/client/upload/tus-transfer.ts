import { type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { afterChunk, afterRefusal } from '@/lib/domain/chunk-size';
import { noteTrouble } from '../connection';
import { Recovery, type Step } from './recovery';
import type { TransferListener } from './sender';
import { StallWatch } from './stall-watch';
import { terminate } from './terminate';
import {
  afterDelay,
  isReadable,
  metadataOf,
  noAnswer,
  ownPath,
  plainOptions,
  readingOf,
} from './tus-request';
import type { TusSetup } from './tus-setup';
import type { UploadFailure, UploadItem } from './upload-item';
import type { Reading } from './verdict';

const inOneRequestBytes = 1024 ** 2;

const ignore = () => {};
const deaf: TransferListener = {
  progress: ignore,
  reconnecting: ignore,
  done: ignore,
  failed: ignore,
  halted: ignore,
};

/**
 * One file over tus. It decides about every failure itself: left alone, the library answers a 503 by creating the
 * file a second time.
 */
export class TusTransfer {
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  readonly #upload: Upload;
  #on: TransferListener = deaf;
  #recovery: Recovery;
  /** From a start to the next rest. */
  #run: object | null = null;
  #isDiscarded = false;
  #creation: 'none' | 'pending' | 'unanswered' = 'none';
  #acceptedBytes = 0;
  #requestedAt = 0;
  #callOffWait = () => {};
  readonly #watch = new StallWatch(() => {
    void this.#upload.abort();
    void this.#recover(noAnswer);
  });

  constructor(item: UploadItem, setup: TusSetup) {
    this.#item = item;
    this.#setup = setup;
    this.#recovery = new Recovery(setup.retryDelaysMs);
    this.#upload = new Upload(item.file, {
      ...plainOptions,
      headers: { ...setup.headers },
      metadata: metadataOf(item),
      uploadDataDuringCreation: item.size > 0 && item.size <= inOneRequestBytes,
      onBeforeRequest: (request) => this.#beforeRequest(request),
      onAfterResponse: (request, response) => this.#afterResponse(request, response),
      onProgress: (sentBytes) => this.#progress(sentBytes),
      onChunkComplete: (sentBytes, acceptedBytes) => this.#chunkComplete(sentBytes, acceptedBytes),
      onUploadUrlAvailable: () => this.#urlAvailable(),
      onSuccess: () => this.#succeed(),
      onError: (error) => void this.#recover(readingOf(error, this.#upload.url !== null)),
    });
    this.#standAt(setup.memory.urlOf(item.key));
  }

  start(on: TransferListener): void {
    this.#on = on;
    this.#run = {};
    this.#recovery = new Recovery(this.#setup.retryDelaysMs);
    this.#watch.sign();
    if (this.#creation !== 'pending') void this.#go();
  }

  /** A creation on its way is let through: aborted, it could leave a file whose address nobody knows. */
  pause(): void {
    this.#rest();
    if (this.#creation !== 'pending') void this.#upload.abort();
  }

  discard(): void {
    this.#isDiscarded = true;
    this.pause();
    if (this.#upload.url) terminate(this.#upload.url, this.#setup.headers);
  }

  #rest(): void {
    this.#run = null;
    this.#callOffWait();
    this.#watch.rest();
  }

  /** What a run has waited for is no concern of the next one, which has begun from the start. */
  #stillRuns(): () => boolean {
    const run = this.#run;
    return () => run !== null && run === this.#run;
  }

  async #go(): Promise<void> {
    if (this.#creation === 'unanswered') {
      const stillRuns = this.#stillRuns();
      const found = await this.#setup.findCreated(this.#item).catch(() => undefined);
      if (!stillRuns()) return;
      if (found === undefined) {
        void this.#recover(noAnswer);
        return;
      }
      this.#creation = 'none';
      if (found) this.#standAt(found);
    }
    this.#upload.options.chunkSize = this.#setup.chunkSize.bytes;
    this.#upload.start();
  }

  /** With an address the library gets no endpoint, so that it can't create the file again by itself. */
  #standAt(url: string | null): void {
    this.#upload.url = url;
    this.#upload.options.endpoint = url ? null : this.#setup.endpoint;
    this.#setup.memory.noteUrl(this.#item, url);
  }

  #beforeRequest(request: HttpRequest): void {
    // The library begins in steps and forgets an abort in between; here it is reminded.
    if (!this.#run) throw new Error('stopped');
    if (request.getMethod() === 'POST') this.#creation = 'pending';
    this.#requestedAt = performance.now();
    this.#watch.sign();
  }

  #afterResponse(request: HttpRequest, response: HttpResponse): void {
    if (request.getMethod() === 'POST') this.#creation = 'none';
    if (request.getMethod() !== 'HEAD' || response.getStatus() >= 300) return;
    this.#accept(Number(response.getHeader('Upload-Offset')));
    this.#progress(this.#acceptedBytes);
  }

  #urlAvailable(): void {
    const url = ownPath(this.#upload.url ?? '');
    if (this.#isDiscarded) terminate(url, this.#setup.headers);
    else this.#standAt(url);
    if (!this.#run) void this.#upload.abort();
  }

  #progress(sentBytes: number): void {
    if (!this.#run) return;
    this.#watch.sign();
    this.#on.progress(sentBytes);
  }

  #chunkComplete(sentBytes: number, acceptedBytes: number): void {
    this.#accept(acceptedBytes);
    const tookMs = performance.now() - this.#requestedAt;
    this.#setup.chunkSize = afterChunk(this.#setup.chunkSize, sentBytes, tookMs);
    this.#upload.options.chunkSize = this.#setup.chunkSize.bytes;
  }

  #accept(offset: number): void {
    if (offset > this.#acceptedBytes) this.#recovery.progressed();
    this.#acceptedBytes = offset;
  }

  #succeed(): void {
    if (!this.#run) return;
    this.#rest();
    this.#on.done();
  }

  #fail(failure: UploadFailure): void {
    // What a refused request brought along has not been sent.
    this.#progress(this.#acceptedBytes);
    this.#rest();
    this.#on.failed(failure);
  }

  async #recover(reading: Reading): Promise<void> {
    if (this.#creation === 'pending') this.#creation = 'unanswered';
    const stillRuns = this.#stillRuns();
    if (!stillRuns()) return;
    const isLost = reading.status === 0 && !(await isReadable(this.#item.file));
    if (!stillRuns()) return;
    if (!isLost) noteTrouble(reading.status);
    this.#take(
      isLost ? { act: 'fail', failure: { kind: 'unreadable' } } : this.#recovery.next(reading),
      reading,
    );
  }

  #take(step: Step, reading: Reading): void {
    this.#watch.rest();
    if (step.act === 'fail') this.#fail(step.failure);
    else if (step.act === 'wait') this.#wait(step.ms);
    else if (step.act === 'refresh') void this.#refresh();
    else if (step.act === 'shrink') this.#shrink(reading);
    else this.#startOver();
  }

  #wait(ms: number): void {
    this.#on.reconnecting();
    this.#callOffWait = afterDelay(ms, () => void this.#go());
  }

  #startOver(): void {
    this.#standAt(null);
    this.#acceptedBytes = 0;
    this.#progress(0);
    void this.#go();
  }

  async #refresh(): Promise<void> {
    const stillRuns = this.#stillRuns();
    const session = await this.#setup.renew();
    if (!stillRuns()) return;
    if (session === 'fresh') await this.#go();
    else if (session === 'away') await this.#recover(noAnswer);
    else this.#on.halted('signedOut');
  }

  #shrink(reading: Reading): void {
    const sentBytes = Math.min(this.#setup.chunkSize.bytes, this.#item.size - this.#acceptedBytes);
    const smaller = afterRefusal(this.#setup.chunkSize, sentBytes);
    if (!smaller) {
      this.#fail({ kind: 'status', status: reading.status });
      return;
    }
    this.#setup.chunkSize = smaller;
    this.#upload.options.uploadDataDuringCreation = false;
    void this.#go();
  }
}
