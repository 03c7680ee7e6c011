import {
  freeName,
  keyOf,
  type PickedFile,
  placeOf,
  traitsKey,
  type UploadItem,
  type UploadItemState,
  waitingItem,
} from './upload-item';

export type StateCounts = Readonly<Record<UploadItemState, number>>;

const noCounts: StateCounts = { waiting: 0, uploading: 0, reconnecting: 0, paused: 0, done: 0, failed: 0 };

/** The files of an upload, found by id, content and place, with running totals. */
export class Ledger {
  readonly #items = new Map<string, UploadItem>();
  readonly #keys = new Set<string>();
  readonly #alike = new Map<string, Set<string>>();
  readonly #places = new Map<string, string>();
  readonly #waiting = new Set<string>();
  /** A persistent iterator: a new one would step over all files that have been sent. */
  #inOrder = this.#waiting.values();
  #next: string | undefined;
  #ids: readonly string[] = [];
  counts: StateCounts = noCounts;
  totalBytes = 0;
  sentBytes = 0;

  /** In the order of adding; the same array until files are added or removed. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  get(id: string): UploadItem | undefined {
    return this.#items.get(id);
  }

  alike(picked: PickedFile): UploadItem[] {
    return [...(this.#alike.get(traitsKey(picked)) ?? [])].flatMap((id) => this.#items.get(id) ?? []);
  }

  at(place: string): UploadItem | undefined {
    return this.#items.get(this.#places.get(place) ?? '');
  }

  nextWaiting(): UploadItem | undefined {
    if (this.#waiting.size === 0) return undefined;
    if (this.#next === undefined || !this.#waiting.has(this.#next)) this.#next = this.#followingWaiting();
    return this.#next === undefined ? undefined : this.#items.get(this.#next);
  }

  #followingWaiting(): string | undefined {
    const { done, value } = this.#inOrder.next();
    if (!done) return value;
    this.#inOrder = this.#waiting.values();
    return this.#inOrder.next().value;
  }

  withState(state: UploadItemState): UploadItem[] {
    return this.counts[state] === 0 ? [] : [...this.#items.values()].filter((item) => item.state === state);
  }

  /** Skips files that are known. One whose place is taken, here or by `isPresent`, gets a number. */
  add(picked: readonly PickedFile[], isPresent: (place: string) => boolean): UploadItem[] {
    const isTaken = (place: string) => this.#places.has(place) || isPresent(place);
    const added: UploadItem[] = [];
    for (const one of picked) {
      const key = keyOf(one);
      if (this.#keys.has(key)) continue;
      const { path, file, name = file.name } = one;
      const own = isTaken(placeOf(path, name)) ? freeName(path, name, isTaken) : name;
      const item = waitingItem({ ...one, name: own }, key);
      this.#insert(item);
      added.push(item);
    }
    if (added.length > 0) this.#ids = [...this.#ids, ...added.map(({ id }) => id)];
    return added;
  }

  #insert(item: UploadItem): void {
    this.#items.set(item.id, item);
    this.#keys.add(item.key);
    this.#alike.set(traitsKey(item), (this.#alike.get(traitsKey(item)) ?? new Set()).add(item.id));
    this.#places.set(placeOf(item.path, item.filename), item.id);
    this.#count(item, 1);
  }

  remove(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      const item = this.#items.get(id);
      if (!item) continue;
      this.#items.delete(id);
      this.#keys.delete(item.key);
      this.#alike.get(traitsKey(item))?.delete(id);
      this.#places.delete(placeOf(item.path, item.filename));
      this.#count(item, -1);
    }
    this.#ids = this.#ids.filter((id) => !ids.has(id));
  }

  change(id: string, next: Partial<Pick<UploadItem, 'state' | 'sentBytes' | 'failure'>>): void {
    const item = this.#items.get(id);
    if (!item) return;
    const changed = { ...item, ...next };
    this.#items.set(id, changed);
    this.#count(item, -1);
    this.#count(changed, 1);
  }

  #count(item: UploadItem, sign: 1 | -1): void {
    this.totalBytes += sign * item.size;
    this.sentBytes += sign * item.sentBytes;
    this.counts = { ...this.counts, [item.state]: this.counts[item.state] + sign };
    if (sign < 0) this.#waiting.delete(item.id);
    else if (item.state === 'waiting') this.#waiting.add(item.id);
  }
}
