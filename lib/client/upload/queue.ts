import { ActiveTransfers } from './active-transfers';
import { freeName, placeOf } from './choose/free-name';
import { Ledger } from './ledger';
import { Notifier, type Schedule } from './notifier';
import { SpeedMeter } from './speed';
import type { Halt, Sender } from './tus/sender';
import { isSentAtOnce, keyOf, type PickedFile, traitsKey, type UploadItem, waitingItem } from './upload-item';
import { snapshotOf, type UploadSnapshot, type Wish } from './upload-snapshot';

type Added = { added: UploadItem[]; duplicates: number };
type Options = { parallel?: number; parallelSmall?: number; clock?: () => number; schedule?: Schedule };

/** Browsers open six connections to a host; one of them stays free for the page's own calls. */
const smallAtOnce = 5;

/**
 * A queue outside React: components read `snapshot` and `item` through useSyncExternalStore and own no transfer.
 * Each progress event costs the same for ten files and for ten thousand.
 */
export class UploadQueue {
  readonly #parallel: number;
  readonly #parallelSmall: number;
  readonly #ledger = new Ledger();
  readonly #active: ActiveTransfers;
  readonly #speed: SpeedMeter;
  readonly #notifier: Notifier;
  #wish: Wish = 'nothing';
  #halt: Halt | null = null;
  #hasArrived = false;
  #snapshot: UploadSnapshot;

  constructor(sender: Sender, options: Options = {}) {
    const { parallel = 3, parallelSmall = smallAtOnce, clock = () => performance.now(), schedule } = options;
    this.#active = new ActiveTransfers(sender);
    this.#parallel = parallel;
    this.#parallelSmall = parallelSmall;
    this.#speed = new SpeedMeter(clock);
    this.#snapshot = this.#look();
    this.#notifier = new Notifier(() => {
      this.#speed.sample(this.#ledger.sentBytes);
      this.#snapshot = this.#look();
    }, schedule);
  }

  readonly subscribe = (notify: () => void) => this.#notifier.subscribe(notify);
  readonly snapshot = (): UploadSnapshot => this.#snapshot;
  readonly item = (id: string): UploadItem | undefined => this.#ledger.get(id);
  readonly has = (key: string): boolean => this.#ledger.has(key);
  /** The files that share path, name, size and time with a picked one. */
  readonly alike = (picked: PickedFile): UploadItem[] => this.#ledger.alike(traitsKey(picked));

  /** Whether any file has arrived, also one that the list has forgotten since. */
  get hasArrived(): boolean {
    return this.#hasArrived;
  }

  /**
   * Takes files in, leaving out those it has already. Another file for the same place gets a name of its own.
   * @param isPresent whether the share has a file there already, beside those in the queue
   */
  add(picked: readonly PickedFile[], isPresent = (_place: string) => false): Added {
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
    this.#notifier.now();
    return { added, duplicates: picked.length - added.length };
  }

  /** The file that takes this one's place. */
  olderThan({ path, file }: UploadItem): UploadItem | undefined {
    return this.at(placeOf(path, file.name));
  }

  /** The file for this place, or the one that has arrived there. */
  at(place: string): UploadItem | undefined {
    const id = this.#ledger.at(place);
    return id === undefined ? undefined : this.#ledger.get(id);
  }

  /** Takes files out, whatever has become of them; those that have arrived stay. */
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
    this.#notifier.now();
  }

  /** Clears the list of what has arrived, once it is shown elsewhere. */
  forgetDone(): void {
    this.#ledger.remove(new Set(this.#ledger.withState('done').map(({ id }) => id)));
    this.#notifier.now();
  }

  /** Begins, or goes on after a pause: what was on its way first. */
  start(): void {
    this.#wish = 'running';
    this.#halt = null;
    this.#speed.restart(this.#ledger.sentBytes);
    for (const item of this.#ledger.withState('paused')) this.#begin(item);
    this.#pump();
    this.#notifier.now();
  }

  pause(halt: Halt | null = null): void {
    if (this.#wish !== 'running') return;
    this.#wish = 'paused';
    this.#halt = halt;
    this.#speed.stop();
    for (const id of this.#active.ids) {
      this.#active.pause(id);
      this.#ledger.change(id, { state: 'paused' });
    }
    this.#notifier.now();
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
      progress: (sentBytes) => this.#note(id, { state: 'uploading', sentBytes }),
      reconnecting: () => this.#note(id, { state: 'reconnecting' }),
      done: () => {
        this.#hasArrived = true;
        this.#end(id, { state: 'done', sentBytes: size });
      },
      failed: (failure) => this.#end(id, { state: 'failed', failure }),
      halted: (why) => this.pause(why),
    });
  }

  #note(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#ledger.change(id, next);
    this.#notifier.soon();
  }

  #end(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#active.end(id);
    this.#ledger.change(id, next);
    this.#pump();
    if (this.#wish === 'running') this.#notifier.soon();
    else this.#notifier.now();
  }

  /** There is nothing left to hold. */
  #endPause(): void {
    this.#wish = 'nothing';
    this.#halt = null;
  }

  #pump(): void {
    if (this.#wish !== 'running') return;
    for (let next = this.#ledger.nextWaiting(); next; next = this.#ledger.nextWaiting()) {
      const most = isSentAtOnce(next) ? this.#parallelSmall : this.#parallel;
      if (this.#active.size >= most) break;
      this.#begin(next);
    }
    if (this.#active.size === 0) this.#wish = 'nothing';
  }

  #look(): UploadSnapshot {
    return snapshotOf(this.#ledger, {
      wish: this.#wish,
      halt: this.#halt,
      activeIds: this.#active.ids,
      bytesPerSecond: this.#speed.bytesPerSecond,
    });
  }
}
