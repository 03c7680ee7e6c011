import { isBehindGate, noteTrouble } from '@/lib/client/call/connection';
import type { UploadFailure, UploadItem } from '../upload-item';
import { Recovery, type Step } from './recovery';
import type { TransferListener } from './sender';
import { StallWatch } from './stall-watch';
import { TusFile } from './tus-file';
import { afterDelay, isReadable, noAnswer } from './tus-request';
import type { TusSetup } from './tus-setup';
import type { Reading } from './verdict';

/** One file on its way over tus, from a start to the last byte: it decides what follows from each failure. */
export class TusTransfer {
  readonly #item: UploadItem;
  readonly #setup: TusSetup;
  readonly #file: TusFile;
  readonly #watch = new StallWatch(() => this.#file.giveUpAsking());
  #on: TransferListener | null = null;
  #recovery: Recovery;
  #callOffWait = () => {};

  constructor(item: UploadItem, setup: TusSetup) {
    this.#item = item;
    this.#setup = setup;
    this.#recovery = new Recovery(setup.retryDelaysMs);
    this.#file = new TusFile(item, setup, {
      asked: () => this.#watch.sign(),
      progress: (sentBytes) => this.#progress(sentBytes),
      accepted: () => this.#recovery.progressed(),
      done: () => this.#succeed(),
      broken: (reading) => void this.#recover(reading),
    });
  }

  start(on: TransferListener): void {
    this.#on = on;
    this.#recovery = new Recovery(this.#setup.retryDelaysMs);
    this.#watch.sign();
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
    this.#callOffWait();
    this.#watch.rest();
  }

  #progress(sentBytes: number): void {
    this.#watch.sign();
    this.#on?.progress(sentBytes);
  }

  #succeed(): void {
    this.#rest();
    this.#on?.done();
  }

  #fail(failure: UploadFailure): void {
    // What a refused request brought along has not been sent.
    this.#progress(this.#file.acceptedBytes);
    this.#rest();
    this.#on?.failed(failure);
  }

  async #recover(reading: Reading): Promise<void> {
    const stillRuns = this.#file.stillRuns();
    if (!stillRuns()) return;
    const isLost = reading.status === 0 && !(await isReadable(this.#item.file));
    if (!stillRuns()) return;
    if (isLost) return this.#take({ act: 'fail', failure: { kind: 'unreadable' } }, reading);
    noteTrouble(reading.status);
    const isGate = isFromElsewhere(reading) && (await isBehindGate());
    if (!stillRuns()) return;
    this.#take(this.#recovery.next(isGate ? noAnswer : reading), reading);
  }

  #take(step: Step, reading: Reading): void {
    this.#watch.rest();
    if (step.act === 'fail') this.#fail(step.failure);
    else if (step.act === 'wait') this.#wait(step.ms);
    else if (step.act === 'refresh') void this.#refresh();
    else if (step.act === 'startOver') this.#file.startOver();
    else if (!this.#file.shrink()) this.#fail({ kind: 'status', status: reading.status });
  }

  #wait(ms: number): void {
    this.#on?.reconnecting();
    this.#callOffWait = afterDelay(ms, () => void this.#file.go());
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

/** Somebody else has answered; too large a body is what proxies refuse themselves. */
const isFromElsewhere = ({ status, isOurs }: Reading): boolean =>
  status > 0 && status < 500 && status !== 413 && isOurs === false;
