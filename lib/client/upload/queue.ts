import { ActiveTransfers } from './active-transfers';
import { freeName, placeOf } from './choose/free-name';
import { Ledger } from './ledger';
import { Notifier, type Schedule } from './notifier';
import { SpeedMeter } from './speed';
import type { HaltReason, UploadSender } from './tus/sender';
import {
  fitsOneRequest,
  keyOf,
  type PickedFile,
  traitsKey,
  type UploadItem,
  waitingItem,
} from './upload-item';
import { type RequestedState, snapshotOf, type UploadSnapshot } from './upload-snapshot';

type AddResult = { added: UploadItem[]; duplicates: number };
type QueueOptions = { parallel?: number; parallelSmall?: number; clock?: () => number; schedule?: Schedule };

/** Browsers open six connections per host; one stays free for the page's own calls. */
const smallAtOnce = 5;

/**
 * Lives outside React: components read `snapshot` and `item` by useSyncExternalStore. The cost of a progress event
 * doesn't grow with the number of files.
 */
export class UploadQueue {
  readonly #parallel: number;
  readonly #parallelSmall: number;
  readonly #ledger = new Ledger();
  readonly #active: ActiveTransfers;
  readonly #speed: SpeedMeter;
  readonly #notifier: Notifier;
  #requested: RequestedState = 'stopped';
  #halt: HaltReason | null = null;
  #hasArrived = false;
  #snapshot: UploadSnapshot;

  constructor(sender: UploadSender, options: QueueOptions = {}) {
    const { parallel = 3, parallelSmall = smallAtOnce, clock = () => performance.now(), schedule } = options;
    this.#active = new ActiveTransfers(sender);
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
  readonly has = (key: string): boolean => this.#ledger.has(key);
  readonly alike = (picked: PickedFile): UploadItem[] => this.#ledger.alike(traitsKey(picked));

  get hasArrived(): boolean {
    return this.#hasArrived;
  }

  /**
   * Adds files and skips those already queued. A file whose name is taken gets a number. @param isPresent tells if the
   * share has a file at a place
   */
  add(picked: readonly PickedFile[], isPresent = (_place: string) => false): AddResult {
    const fresh = new Map<string, UploadItem>();
    const places = new Set<string>();
    const isTaken = (place: string) =>
      places.has(place) || isPresent(place) || this.#ledger.at(place) !== undefined;
    for (const one of picked) {
      const key = keyOf(one);
      if (this.#ledger.has(key) || fresh.has(key)) continue;
      const { path, file, name = file.name } = one;
      const own = isTaken(placeOf(path, name)) ? freeName(path, name, isTaken) : name;
      places.add(placeOf(path, own));
      fresh.set(key, waitingItem({ ...one, name: own }, key));
    }
    const added = [...fresh.values()];
    this.#ledger.add(added);
    this.#pump();
    this.#notifier.notifyNow();
    return { added, duplicates: picked.length - added.length };
  }

  olderThan({ path, file }: UploadItem): UploadItem | undefined {
    return this.at(placeOf(path, file.name));
  }

  at(place: string): UploadItem | undefined {
    const id = this.#ledger.at(place);
    return id === undefined ? undefined : this.#ledger.get(id);
  }

  remove(ids: Iterable<string>): void {
    const leaving = new Set<string>();
    for (const id of ids) {
      const item = this.#ledger.get(id);
      if (!item || item.state === 'done') continue;
      this.#active.discard(item);
      leaving.add(id);
    }
    this.#ledger.remove(leaving);
    if (this.#ledger.ids.length === 0) this.#endPause();
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
    for (const id of this.#active.ids) {
      this.#active.pause(id);
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

  #begin(item: UploadItem): void {
    const { id, size } = item;
    this.#ledger.change(id, { state: 'uploading', failure: null });
    this.#active.begin(item, {
      progress: (sentBytes) => this.#update(id, { state: 'uploading', sentBytes }),
      reconnecting: () => this.#update(id, { state: 'reconnecting' }),
      done: () => {
        this.#hasArrived = true;
        this.#end(id, { state: 'done', sentBytes: size });
      },
      failed: (failure) => this.#end(id, { state: 'failed', failure }),
      halted: (why) => this.pause(why),
    });
  }

  #update(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#ledger.change(id, next);
    this.#notifier.notifySoon();
  }

  #end(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#active.end(id);
    this.#ledger.change(id, next);
    this.#pump();
    if (this.#requested === 'running') this.#notifier.notifySoon();
    else this.#notifier.notifyNow();
  }

  #endPause(): void {
    this.#requested = 'stopped';
    this.#halt = null;
  }

  #pump(): void {
    if (this.#requested !== 'running') return;
    for (let next = this.#ledger.nextWaiting(); next; next = this.#ledger.nextWaiting()) {
      const most = fitsOneRequest(next) ? this.#parallelSmall : this.#parallel;
      if (this.#active.size >= most) break;
      this.#begin(next);
    }
    if (this.#active.size === 0) this.#requested = 'stopped';
  }

  #createSnapshot(): UploadSnapshot {
    return snapshotOf(this.#ledger, {
      requested: this.#requested,
      halt: this.#halt,
      activeIds: this.#active.ids,
      bytesPerSecond: this.#speed.bytesPerSecond,
    });
  }
}
