import { type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { checkProxySignIn, reportFailure } from '@/lib/client/call/connection';
import { newCreationKey } from '@/lib/client/call/creation-key';
import { parseRefusal } from '@/lib/client/call/refusal';
import { afterChunk, afterRefusal } from '@/lib/domain/file/chunk-size';
import { directPartHeader } from '@/lib/domain/file/direct-upload';
import { isHopedFor } from '@/lib/domain/file/two-in-flight';
import { BucketAway, DirectFailure, sendDirect } from '../direct/send-direct';
import type { UploadFailure, UploadItem } from '../upload-item';
import type { WireFile } from '../wire-file';
import {
  type FailedRequest,
  isFromElsewhere,
  noAnswer,
  Recovery,
  type RecoveryStep,
  readFailure,
} from './recovery';
import { requestStack } from './request-stack';
import type { TransferListener, TusSetup } from './sender';
import { TusLocation } from './tus-location';
import { afterDelay, isReadable, StallWatch, uploadOptions } from './tus-request';

/** A bucket that this page can't reach is asked no more. */
let isBucketAway = false;

/** From a start to the next pause or end. */
type TransferRun = { on: TransferListener; recovery: Recovery };

/**
 * Sends one file. Every failure is decided here: on its own, the library answers a 503 by creating the file a second
 * time.
 */
export class TusTransfer {
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  readonly #wire: WireFile;
  readonly #upload: Upload;
  readonly #location: TusLocation;
  readonly #watch = new StallWatch(() => {
    void this.#upload.abort();
    this.#stopDirect();
    this.#break(noAnswer);
  });
  #run: TransferRun | null = null;
  #acceptedBytes = 0;
  #isWhole = false;
  #isHoped = false;
  #requestedAt = 0;
  /** Of each part that goes straight into the bucket; null for a file that goes by tus. */
  #partBytes: number | null = null;
  #direct: AbortController | null = null;
  #cancelWait = () => {};

  constructor(item: UploadItem, setup: TusSetup, wire: WireFile) {
    this.#item = item;
    this.#setup = setup;
    this.#wire = wire;
    // A file that is sealed anew after a reload has other bytes.
    const creationKey = setup.sealing ? newCreationKey() : setup.memory.creationKeyOf(item.key);
    this.#upload = new Upload(item.file, {
      ...uploadOptions(this.#wire, setup.access.headers, creationKey),
      httpStack: requestStack(this.#wire.size, (offset) => this.#accept(offset)),
      onBeforeRequest: (request) => this.#beforeRequest(request),
      onAfterResponse: (request, response) => this.#afterResponse(request, response),
      onUploadUrlAvailable: () => this.#urlAvailable(),
      onProgress: (sentBytes) => this.#progress(sentBytes),
      onChunkComplete: (sentBytes, acceptedBytes) => this.#chunkComplete(sentBytes, acceptedBytes),
      onSuccess: () => this.#succeed(),
      onError: (error) => this.#break(readFailure(error, this.#upload.url !== null)),
    });
    this.#location = new TusLocation(this.#upload, item, setup);
  }

  start(on: TransferListener): void {
    this.#run = { on, recovery: new Recovery(this.#setup.retryDelays) };
    this.#watch.recordActivity();
    if (!this.#location.isBeingCreated) void this.#send();
  }

  /** Lets a creating request finish: aborted, it could leave a file with unknown URL. */
  pause(): void {
    this.#endRun();
    if (!this.#location.isBeingCreated) void this.#upload.abort();
  }

  discard(): void {
    this.pause();
    this.#location.discard();
  }

  #endRun(): void {
    this.#run = null;
    this.#stopDirect();
    this.#cancelWait();
    this.#watch.stop();
  }

  async #send(): Promise<void> {
    if (this.#location.isUncertain) {
      const run = this.#run;
      const found = await this.#location.find();
      if (run !== this.#run) return;
      if (found === undefined) return this.#break(noAnswer);
      this.#location.setFoundUrl(found);
    }
    this.#applyChunkSize();
    this.#upload.start();
  }

  #beforeRequest(request: HttpRequest): void {
    // The library begins in steps and forgets an abort in between; here it is reminded.
    if (!this.#run) throw new Error('stopped');
    this.#location.requestStarted(request.getMethod());
    this.#requestedAt = performance.now();
    this.#watch.recordActivity();
  }

  #afterResponse(request: HttpRequest, response: HttpResponse): void {
    const offset = response.getHeader('Upload-Offset');
    this.#location.requestAnswered(request.getMethod());
    this.#isWhole = Number(offset ?? -1) === this.#wire.size;
    this.#isHoped = isHopedFor(response);
    // Sums are made in secure contexts alone.
    const isAble = window.isSecureContext && !isBucketAway;
    this.#partBytes = isAble ? Number(response.getHeader(directPartHeader) ?? 0) || null : null;
    if (request.getMethod() !== 'HEAD' || response.getStatus() >= 300) return;
    this.#accept(Number(offset));
    this.#progress(this.#acceptedBytes);
  }

  #urlAvailable(): void {
    this.#location.urlReceived(this.#isWhole && this.#run !== null);
    if (!this.#run) void this.#upload.abort();
    else if (this.#partBytes !== null) {
      void this.#upload.abort();
      void this.#sendDirect(this.#run, this.#partBytes);
    }
  }

  async #sendDirect(run: TransferRun, partBytes: number): Promise<void> {
    const direct = new AbortController();
    this.#direct = direct;
    const url = this.#upload.url ?? '';
    const progress = (sentBytes: number) => {
      if (run === this.#run) this.#progress(sentBytes);
    };
    const { headers } = this.#setup.access;
    const file = { wire: this.#wire, url, headers, partBytes, signal: direct.signal, progress };
    const failure = await sendDirect(file).then(() => null, asError);
    if (run !== this.#run || this.#direct !== direct) return;
    this.#stopDirect(); // its other parts, too
    if (failure === null) return this.#succeed();
    if (!(failure instanceof BucketAway)) return this.#break(readDirect(failure));
    isBucketAway = true;
    this.#progress(0);
    void this.#send();
  }

  #stopDirect(): void {
    this.#direct?.abort();
    this.#direct = null;
  }

  #progress(sentBytes: number): void {
    if (!this.#run) return;
    this.#watch.recordActivity();
    this.#run.on.progress(this.#plainBytes(sentBytes));
  }

  /** People see the size of the file itself. */
  #plainBytes(sentBytes: number): number {
    const { size } = this.#wire;
    return size === this.#item.size ? sentBytes : Math.floor((sentBytes / size) * this.#item.size);
  }

  #chunkComplete(sentBytes: number, acceptedBytes: number): void {
    if (!this.#isHoped) this.#accept(acceptedBytes);
    const ms = performance.now() - this.#requestedAt;
    this.#setup.chunkSize = afterChunk(this.#setup.chunkSize, sentBytes, ms);
    this.#applyChunkSize();
  }

  #accept(offset: number): void {
    if (offset > this.#acceptedBytes) this.#run?.recovery.progressed();
    this.#acceptedBytes = offset;
  }

  get #requestBytes(): number {
    return Math.min(this.#setup.chunkSize.bytes, this.#wire.sliceBytes ?? Number.POSITIVE_INFINITY);
  }

  #applyChunkSize(): void {
    this.#upload.options.chunkSize = this.#requestBytes;
  }

  #succeed(): void {
    const run = this.#run;
    this.#endRun();
    run?.on.done();
  }

  #break(reading: FailedRequest): void {
    this.#location.requestFailed();
    void this.#recover(reading);
  }

  async #recover(reading: FailedRequest): Promise<void> {
    const run = this.#run;
    if (!run) return;
    const isLost =
      reading.status === 0 && (this.#wire.hasChanged?.() || !(await isReadable(this.#item.file)));
    if (run !== this.#run) return;
    if (isLost) return this.#fail({ kind: 'unreadable' });
    reportFailure(reading.status);
    const isProxy = isFromElsewhere(reading) && (await checkProxySignIn());
    if (run !== this.#run) return;
    this.#take(run, run.recovery.next(isProxy ? noAnswer : reading), reading);
  }

  #take(run: TransferRun, step: RecoveryStep, { status }: FailedRequest): void {
    this.#watch.stop();
    if (step.act === 'wait') {
      run.on.reconnecting();
      this.#cancelWait = afterDelay(step.ms, () => void this.#send());
    } else if (step.act === 'fail') this.#fail(step.failure);
    else if (step.act === 'refresh') void this.#refresh(run);
    else if (step.act === 'startOver') this.#startOver();
    else if (!this.#shrink()) this.#fail({ kind: 'status', status });
  }

  #fail(failure: UploadFailure): void {
    const run = this.#run;
    // Bytes of a refused request don't count as sent.
    this.#progress(this.#acceptedBytes);
    this.#endRun();
    run?.on.failed(failure);
  }

  async #refresh(run: TransferRun): Promise<void> {
    const session = await this.#setup.access.renew();
    if (run !== this.#run) return;
    if (session === 'fresh') await this.#send();
    else if (session === 'away') await this.#recover(noAnswer);
    else run.on.halted('signedOut');
  }

  #startOver(): void {
    this.#location.setUrl(null);
    this.#acceptedBytes = 0;
    this.#progress(0);
    void this.#send();
  }

  /** Sends less in a request from now on. Returns false when it can't be less. */
  #shrink(): boolean {
    const { chunkSize } = this.#setup;
    const bytesLeft = this.#wire.size - this.#acceptedBytes;
    const smaller = afterRefusal(chunkSize, Math.min(this.#requestBytes, bytesLeft));
    if (!smaller) return false;
    this.#setup.chunkSize = smaller;
    this.#upload.options.uploadDataDuringCreation = false;
    void this.#send();
    return true;
  }
}

const asError = (error: unknown): unknown => error ?? new Error('unknown');

/** A file that can't be read is found by `#recover`. */
function readDirect(failure: unknown): FailedRequest {
  if (!(failure instanceof DirectFailure) || failure.status === 0) return noAnswer;
  const { status, body } = failure;
  const refusal = parseRefusal(body);
  const [code, message] = [refusal?.code ?? null, refusal?.message ?? null];
  return { ...noAnswer, status, code, message, isOurs: refusal !== null };
}
