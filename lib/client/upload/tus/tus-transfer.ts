import { checkProxySignIn, reportFailure } from '@/lib/client/call/connection';
import type { UploadFailure, UploadItem } from '../upload-item';
import { Recovery, type RecoveryStep } from './recovery';
import type { TransferListener } from './sender';
import { StallWatch } from './stall-watch';
import { TusFile } from './tus-file';
import { afterDelay, isReadable, noAnswer } from './tus-request';
import type { TusSetup } from './tus-setup';
import type { FailedRequest } from './verdict';

export class TusTransfer {
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  readonly #file: TusFile;
  readonly #watch = new StallWatch(() => this.#file.abortRequest());
  #on: TransferListener | null = null;
  #recovery: Recovery;
  #cancelWait = () => {};

  constructor(item: UploadItem, setup: TusSetup) {
    this.#item = item;
    this.#setup = setup;
    this.#recovery = new Recovery(setup.retryDelaysMs);
    this.#file = new TusFile(item, setup, {
      requestStarted: () => this.#watch.recordActivity(),
      progress: (sentBytes) => this.#progress(sentBytes),
      accepted: () => this.#recovery.progressed(),
      done: () => this.#succeed(),
      broken: (reading) => void this.#recover(reading),
    });
  }

  start(on: TransferListener): void {
    this.#on = on;
    this.#recovery = new Recovery(this.#setup.retryDelaysMs);
    this.#watch.recordActivity();
    this.#file.start();
  }

  pause(): void {
    this.#rest();
    this.#file.pause();
  }

  discard(): void {
    this.#rest();
    this.#file.discard();
  }

  #rest(): void {
    this.#file.rest();
    this.#cancelWait();
    this.#watch.stop();
  }

  #progress(sentBytes: number): void {
    this.#watch.recordActivity();
    this.#on?.progress(sentBytes);
  }

  #succeed(): void {
    this.#rest();
    this.#on?.done();
  }

  #fail(failure: UploadFailure): void {
    // Bytes of a refused request don't count as sent.
    this.#progress(this.#file.acceptedBytes);
    this.#rest();
    this.#on?.failed(failure);
  }

  async #recover(reading: FailedRequest): Promise<void> {
    const stillRuns = this.#file.stillRuns();
    if (!stillRuns()) return;
    const isLost = reading.status === 0 && !(await isReadable(this.#item.file));
    if (!stillRuns()) return;
    if (isLost) return this.#take({ act: 'fail', failure: { kind: 'unreadable' } }, reading);
    reportFailure(reading.status);
    const isProxy = isFromElsewhere(reading) && (await checkProxySignIn());
    if (!stillRuns()) return;
    this.#take(this.#recovery.next(isProxy ? noAnswer : reading), reading);
  }

  #take(step: RecoveryStep, reading: FailedRequest): void {
    this.#watch.stop();
    if (step.act === 'fail') this.#fail(step.failure);
    else if (step.act === 'wait') this.#wait(step.ms);
    else if (step.act === 'refresh') void this.#refresh();
    else if (step.act === 'startOver') this.#file.startOver();
    else if (!this.#file.shrink()) this.#fail({ kind: 'status', status: reading.status });
  }

  #wait(ms: number): void {
    this.#on?.reconnecting();
    this.#cancelWait = afterDelay(ms, () => void this.#file.go());
  }

  async #refresh(): Promise<void> {
    const stillRuns = this.#file.stillRuns();
    const session = await this.#setup.renew();
    if (!stillRuns()) return;
    if (session === 'fresh') await this.#file.go();
    else if (session === 'away') await this.#recover(noAnswer);
    else this.#on?.halted('signedOut');
  }
}

/** A proxy has answered instead of the server. 413 is excluded: proxies refuse large bodies themselves. */
const isFromElsewhere = ({ status, isOurs }: FailedRequest): boolean =>
  status > 0 && status < 500 && status !== 413 && isOurs === false;
