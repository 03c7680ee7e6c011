export type Schedule = (flush: () => void) => () => void;

/** A timer, because animation frames stop in hidden tabs, where the title still shows progress. */
const soon: Schedule = (flush) => {
  const timer = setTimeout(flush, 100);
  return () => clearTimeout(timer);
};

/** Notifies subscribers of a store: immediately about a person's actions, in batches about progress. */
export class Notifier {
  readonly #subscribers = new Set<() => void>();
  readonly #schedule: Schedule;
  readonly #refresh: () => void;
  #cancel: (() => void) | null = null;

  constructor(refresh: () => void, schedule: Schedule = soon) {
    this.#refresh = refresh;
    this.#schedule = schedule;
  }

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#subscribers.add(notify);
    return () => void this.#subscribers.delete(notify);
  };

  notifyNow(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#refresh();
    for (const notify of this.#subscribers) notify();
  }

  notifySoon(): void {
    this.#cancel ??= this.#schedule(() => {
      this.#cancel = null;
      this.notifyNow();
    });
  }
}
