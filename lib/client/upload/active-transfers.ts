import type { TransferListener, UploadSender } from './tus/sender';
import type { UploadItem } from './upload-item';

/** Running transfers. Ignores events of transfers that were paused or removed. */
export class ActiveTransfers {
  readonly #sender: UploadSender;
  readonly #transfers = new Map<string, { pause: () => void }>();

  constructor(sender: UploadSender) {
    this.#sender = sender;
  }

  get size(): number {
    return this.#transfers.size;
  }

  get ids(): string[] {
    return [...this.#transfers.keys()];
  }

  begin(item: UploadItem, on: TransferListener): void {
    const transfer = { pause: () => {} };
    const whileCurrent =
      <Args extends unknown[]>(listener: (...args: Args) => void) =>
      (...args: Args) => {
        if (this.#transfers.get(item.id) === transfer) listener(...args);
      };
    this.#transfers.set(item.id, transfer); // before sending: a sender may answer at once
    const { pause } = this.#sender.send(item, {
      progress: whileCurrent(on.progress),
      reconnecting: whileCurrent(on.reconnecting),
      done: whileCurrent(on.done),
      failed: whileCurrent(on.failed),
      halted: whileCurrent(on.halted),
    });
    transfer.pause = pause;
  }

  end(id: string): void {
    this.#transfers.delete(id);
  }

  pause(id: string): void {
    this.#transfers.get(id)?.pause();
    this.#transfers.delete(id);
  }

  discard(item: UploadItem): void {
    this.pause(item.id);
    this.#sender.discard(item);
  }
}
