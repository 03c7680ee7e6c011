import { Ledger } from './ledger';
import { Notifier, type Schedule } from './notifier';
import { SpeedMeter } from './speed';
import type { HaltReason, UploadSender } from './tus/sender';
import { fitsOneRequest, type PickedFile, placeOf, type UploadItem } from './upload-item';
import { type RequestedState, snapshotOf, type UploadSnapshot } from './upload-snapshot';

type ItemChange = Parameters<Ledger['change']>[1];
type QueueOptions = { parallel?: number; parallelSmall?: number; clock?: () => number; schedule?: Schedule };

/** Browsers open six connections per host; one stays free for the page's own calls. */
const smallAtOnce = 5;

/**
 * Files and how far they are; starts as many transfers as may run at once. Lives outside React: components read
 * `snapshot` and `item` by useSyncExternalStore. The cost of a progress event doesn't grow with the number of files.
 */
export class UploadQueue {
  readonly #sender: UploadSender;
  readonly #parallel: number;
  readonly #parallelSmall: number;
  readonly #ledger = new Ledger();
  readonly #running = new Map<string, { pause: () => void }>();
  readonly #speed: SpeedMeter;
  readonly #notifier: Notifier;
  #requested: RequestedState = 'stopped';
  #halt: HaltReason | null = null;
  #hasArrived = false;
  #snapshot: UploadSnapshot;

  constructor(sender: UploadSender, options: QueueOptions = {}) {
    const { parallel = 3, parallelSmall = smallAtOnce, clock = () => performance.now(), schedule } = options;
    this.#sender = sender;
    this.#parallel = parallel;
    this.#parallelSmall = parallelSmall;
    this.#speed = new SpeedMeter(clock);
    this.#snapshot = this.#createSnapshot();
    this.#notifier = new Notifier(() => {
      this.#speed.sample(this.#ledger.sentBytes);
      this.#snapshot = this.#createSnapshot();
    }, schedule);
  }

  readonly subscribe = (notify: () => void) => this.#notifier.subscribe(notify);
  readonly snapshot = (): UploadSnapshot => this.#snapshot;
  readonly item = (id: string): UploadItem | undefined => this.#ledger.get(id);
  readonly alike = (picked: PickedFile): UploadItem[] => this.#ledger.alike(picked);
  readonly at = (place: string): UploadItem | undefined => this.#ledger.at(place);

  get hasArrived(): boolean {
    return this.#hasArrived;
  }

  olderThan({ path, file }: UploadItem): UploadItem | undefined {
    return this.at(placeOf(path, file.name));
  }

  /**
   * Adds files and skips those already queued. A file whose name is taken gets a number. @param isPresent tells if the
   * share has a file at a place
   */
  add(picked: readonly PickedFile[], isPresent = (_place: string) => false) {
    const added = this.#ledger.add(picked, isPresent);
    this.#pump();
    this.#notifier.notifyNow();
    return { added, duplicates: picked.length - added.length };
  }

  remove(ids: Iterable<string>): void {
    const leaving = new Set<string>();
    for (const id of ids) {
      const item = this.#ledger.get(id);
      if (!item || item.state === 'done') continue;
      this.#rest(id);
      this.#sender.discard(item);
      leaving.add(id);
    }
    this.#ledger.remove(leaving);
    if (this.#ledger.ids.length === 0) {
      this.#requested = 'stopped';
      this.#halt = null;
    }
    this.#pump();
    this.#notifier.notifyNow();
  }

  forgetDone(): void {
    this.#ledger.remove(new Set(this.#ledger.withState('done').map(({ id }) => id)));
    this.#notifier.notifyNow();
  }

  start(): void {
    this.#requested = 'running';
    this.#halt = null;
    this.#speed.restart(this.#ledger.sentBytes);
    for (const item of this.#ledger.withState('paused')) this.#begin(item);
    this.#pump();
    this.#notifier.notifyNow();
  }

  pause(halt: HaltReason | null = null): void {
    if (this.#requested !== 'running') return;
    this.#requested = 'paused';
    this.#halt = halt;
    this.#speed.stop();
    for (const id of [...this.#running.keys()]) {
      this.#rest(id);
      this.#ledger.change(id, { state: 'paused' });
    }
    this.#notifier.notifyNow();
  }

  retry(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.#ledger.get(id)?.state !== 'failed') continue;
      this.#ledger.change(id, { state: 'waiting', failure: null });
    }
    this.start();
  }

  retryFailed(): void {
    this.retry(this.#ledger.withState('failed').map(({ id }) => id));
  }

  #pump(): void {
    if (this.#requested !== 'running') return;
    for (let next = this.#ledger.nextWaiting(); next; next = this.#ledger.nextWaiting()) {
      const usual = fitsOneRequest(next) ? this.#parallelSmall : this.#parallel;
      const most = this.#sender.atOnce?.(next) ?? usual;
      if (this.#running.size >= most) break;
      this.#begin(next);
    }
    if (this.#running.size === 0) this.#requested = 'stopped';
  }

  /** Ignores events of a transfer after its pause or removal. */
  #begin(item: UploadItem): void {
    const { id, size } = item;
    const transfer = { pause: () => {} };
    const ifCurrent = (act: () => void) => {
      if (this.#running.get(id) === transfer) act();
    };
    const update = (next: ItemChange) => ifCurrent(() => this.#update(id, next));
    const end = (next: ItemChange) => ifCurrent(() => this.#end(id, next));
    this.#ledger.change(id, { state: 'uploading', failure: null });
    this.#running.set(id, transfer); // before sending: a sender may answer at once
    transfer.pause = this.#sender.send(item, {
      progress: (sentBytes) => update({ state: 'uploading', sentBytes }),
      reconnecting: () => update({ state: 'reconnecting' }),
      done: () => end({ state: 'done', sentBytes: size }),
      failed: (failure) => end({ state: 'failed', failure }),
      halted: (why) => ifCurrent(() => this.pause(why)),
    }).pause;
  }

  #rest(id: string): void {
    this.#running.get(id)?.pause();
    this.#running.delete(id);
  }

  #update(id: string, next: ItemChange): void {
    this.#ledger.change(id, next);
    this.#notifier.notifySoon();
  }

  #end(id: string, next: ItemChange): void {
    this.#running.delete(id);
    this.#hasArrived ||= next.state === 'done';
    this.#ledger.change(id, next);
    this.#pump();
    if (this.#requested === 'running') this.#notifier.notifySoon();
    else this.#notifier.notifyNow();
  }

  #createSnapshot(): UploadSnapshot {
    return snapshotOf(this.#ledger, {
      requested: this.#requested,
      halt: this.#halt,
      activeIds: [...this.#running.keys()],
      bytesPerSecond: this.#speed.bytesPerSecond,
    });
  }
}
