import { type Counts, Ledger } from './ledger';
import { Notifier, type Schedule } from './notifier';
import { SpeedMeter } from './speed';
import { keyOf, type PickedFile, type UploadFailure, type UploadItem } from './upload-item';

/** Why the queue stopped by itself: it needs the person. */
export type Halt = 'signedOut';

export type TransferListener = {
  progress: (sentBytes: number) => void;
  reconnecting: () => void;
  done: () => void;
  failed: (failure: UploadFailure) => void;
  halted: (why: Halt) => void;
};

/** Sends files. The tus client is one such port, a test's fake another. */
export type Sender = {
  send: (item: UploadItem, on: TransferListener) => { pause: () => void };
  /** Forgets what has been sent of a file, here and on the server. */
  discard: (item: UploadItem) => void;
};

/** `idle`: files wait for `start`. `settled`: each file is done or failed. */
export type UploadPhase = 'empty' | 'idle' | 'running' | 'paused' | 'settled';

export type UploadSnapshot = {
  readonly phase: UploadPhase;
  readonly halt: Halt | null;
  readonly ids: readonly string[];
  /** Those on their way right now. */
  readonly activeIds: readonly string[];
  readonly counts: Counts;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly msLeft: number | null;
};

type Options = { parallel?: number; clock?: () => number; schedule?: Schedule };

let lastId = 0;

/**
 * A queue outside React: components read `snapshot` and `item` through useSyncExternalStore and own no transfer.
 * Each progress event costs the same for ten files and for ten thousand.
 */
export class UploadQueue {
  readonly #sender: Sender;
  readonly #parallel: number;
  readonly #ledger = new Ledger();
  readonly #active = new Map<string, { pause: () => void }>();
  readonly #speed: SpeedMeter;
  readonly #notifier: Notifier;
  #wants: 'nothing' | 'running' | 'paused' = 'nothing';
  #halt: Halt | null = null;
  #snapshot: UploadSnapshot;

  constructor(sender: Sender, { parallel = 3, clock = () => performance.now(), schedule }: Options = {}) {
    this.#sender = sender;
    this.#parallel = parallel;
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

  /** Takes files in, leaving out those it has already. */
  add(picked: readonly PickedFile[]): { added: UploadItem[]; duplicates: number } {
    const fresh = new Map<string, UploadItem>();
    for (const one of picked) {
      const key = keyOf(one);
      if (!this.#ledger.has(key) && !fresh.has(key)) fresh.set(key, waitingItem(one, key));
    }
    const added = [...fresh.values()];
    this.#ledger.add(added);
    this.#pump();
    this.#notifier.now();
    return { added, duplicates: picked.length - added.length };
  }

  /** Takes files out, whatever has become of them; those that have arrived stay. */
  remove(ids: Iterable<string>): void {
    const leaving = new Set<string>();
    for (const id of ids) {
      const item = this.#ledger.get(id);
      if (!item || item.state === 'done') continue;
      this.#active.get(id)?.pause();
      this.#active.delete(id);
      this.#sender.discard(item);
      leaving.add(id);
    }
    this.#ledger.remove(leaving);
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
    this.#wants = 'running';
    this.#halt = null;
    this.#speed.restart(this.#ledger.sentBytes);
    for (const item of this.#ledger.withState('paused')) this.#begin(item);
    this.#pump();
    this.#notifier.now();
  }

  pause(halt: Halt | null = null): void {
    if (this.#wants !== 'running') return;
    this.#wants = 'paused';
    this.#halt = halt;
    this.#speed.stop();
    for (const [id, transfer] of this.#active) {
      transfer.pause();
      this.#ledger.change(id, { state: 'paused' });
    }
    this.#active.clear();
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
    const transfer = { pause: () => {} };
    // A transfer that was paused or removed may still speak; only the current one is heard.
    const heard = (act: () => void) => {
      if (this.#active.get(id) === transfer) act();
    };
    this.#active.set(id, transfer); // taken before sending: a sender may answer at once
    this.#ledger.change(id, { state: 'uploading', failure: null });
    const { pause } = this.#sender.send(item, {
      progress: (sentBytes) => heard(() => this.#note(id, { state: 'uploading', sentBytes })),
      reconnecting: () => heard(() => this.#note(id, { state: 'reconnecting' })),
      done: () => heard(() => this.#end(id, { state: 'done', sentBytes: size })),
      failed: (failure) => heard(() => this.#end(id, { state: 'failed', failure })),
      halted: (why) => heard(() => this.pause(why)),
    });
    transfer.pause = pause;
  }

  #note(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#ledger.change(id, next);
    this.#notifier.soon();
  }

  #end(id: string, next: Parameters<Ledger['change']>[1]): void {
    this.#active.delete(id);
    this.#ledger.change(id, next);
    this.#pump();
    if (this.#wants === 'running') this.#notifier.soon();
    else this.#notifier.now();
  }

  #pump(): void {
    if (this.#wants !== 'running') return;
    while (this.#active.size < this.#parallel) {
      const next = this.#ledger.nextWaiting();
      if (!next) break;
      this.#begin(next);
    }
    if (this.#active.size === 0) this.#wants = 'nothing';
  }

  #look(): UploadSnapshot {
    const { ids, counts, totalBytes, sentBytes } = this.#ledger;
    const bytesPerSecond = this.#speed.bytesPerSecond;
    const msLeft = bytesPerSecond ? ((totalBytes - sentBytes) / bytesPerSecond) * 1000 : null;
    return {
      phase: this.#phase(),
      halt: this.#halt,
      ids,
      activeIds: [...this.#active.keys()],
      counts,
      totalBytes,
      sentBytes,
      bytesPerSecond,
      msLeft,
    };
  }

  #phase(): UploadPhase {
    if (this.#wants !== 'nothing') return this.#wants;
    if (this.#ledger.ids.length === 0) return 'empty';
    return this.#ledger.counts.waiting > 0 ? 'idle' : 'settled';
  }
}

const waitingItem = ({ file, path }: PickedFile, key: string): UploadItem => ({
  id: String(++lastId),
  key,
  file,
  filename: file.name,
  path,
  size: file.size,
  state: 'waiting',
  sentBytes: 0,
  failure: null,
});
