/** Runs `flush` a little later and returns how to call that off. */
export type Schedule = (flush: () => void) => () => void;

/** Ten times a second, also in a hidden tab, where animation frames stop and the title should not. */
const soon: Schedule = (flush) => {
  const timer = setTimeout(flush, 100);
  return () => clearTimeout(timer);
};

/** Subscribers of a store: told at once about what a person did, and in batches about progress. */
export class Notifier {
  readonly #subscribers = new Set<() => void>();
  readonly #schedule: Schedule;
  readonly #refresh: () => void;
  #callOff: (() => void) | null = null;

  /** @param refresh makes the new snapshot, once for each telling */
  constructor(refresh: () => void, schedule: Schedule = soon) {
    this.#refresh = refresh;
    this.#schedule = schedule;
  }

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#subscribers.add(notify);
    return () => void this.#subscribers.delete(notify);
  };

  now(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#refresh();
    for (const notify of this.#subscribers) notify();
  }

  soon(): void {
    this.#callOff ??= this.#schedule(() => {
      this.#callOff = null;
      this.now();
    });
  }
}
