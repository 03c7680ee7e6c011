import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { bundleLimits } from '@/lib/domain/file/bundle';
import type { BundleRecord } from './read-bundle';

/** Reads the next group while one is stored: what has arrived by then is taken together, without waiting for more. */
export class Intake {
  #waiting: BundleRecord[] = [];
  #bytes = 0;
  #end: { failure: unknown } | null = null;
  #isClosed = false;
  #wakeTaker = () => {};
  #wakeReader = () => {};

  constructor(records: AsyncIterable<BundleRecord>) {
    const end = (failure: unknown = null) => {
      this.#end = { failure };
      this.#wakeTaker();
    };
    this.#read(records).then(() => end(), end);
  }

  async #read(records: AsyncIterable<BundleRecord>): Promise<void> {
    for await (const record of records) {
      this.#waiting.push(record);
      this.#bytes += record.bytes.length;
      this.#wakeTaker();
      while (this.#isFull() && !this.#isClosed) {
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
      if (this.#isClosed) return;
    }
  }

  #isFull = () =>
    this.#waiting.length >= bundleLimits.groupFiles ||
    this.#bytes > bundleLimits.groupBytes - bundleLimits.fileBytes;

  /**
   * Gives an empty group at the end.
   * @throws what ended the reading, once everything before it has been taken
   */
  async take(): Promise<BundleRecord[]> {
    while (this.#waiting.length === 0 && !this.#end) {
      await new Promise<void>((resolve) => {
        this.#wakeTaker = resolve;
      });
    }
    await setImmediate(); // for the other records of the same piece of the body
    const group = this.#waiting;
    if (group.length === 0 && this.#end?.failure) throw this.#end.failure;
    this.#waiting = [];
    this.#bytes = 0;
    this.#wakeReader();
    return group;
  }

  close(): void {
    this.#isClosed = true;
    this.#wakeReader();
  }
}
