import type { Sender, TransferListener } from './tus/sender';
import type { UploadItem } from './upload-item';

/** The files on their way. A transfer that was paused or removed may still speak; only the current one is heard. */
export class ActiveTransfers {
  readonly #sender: Sender;
  readonly #transfers = new Map<string, { pause: () => void }>();

  constructor(sender: Sender) {
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
    const heard =
      <Told extends unknown[]>(tell: (...told: Told) => void) =>
      (...told: Told) => {
        if (this.#transfers.get(item.id) === transfer) tell(...told);
      };
    this.#transfers.set(item.id, transfer); // taken before sending: a sender may answer at once
    const { pause } = this.#sender.send(item, {
      progress: heard(on.progress),
      reconnecting: heard(on.reconnecting),
      done: heard(on.done),
      failed: heard(on.failed),
      halted: heard(on.halted),
    });
    transfer.pause = pause;
  }

  /** This one has arrived or failed. */
  end(id: string): void {
    this.#transfers.delete(id);
  }

  pause(id: string): void {
    this.#transfers.get(id)?.pause();
    this.#transfers.delete(id);
  }

  /** Takes a file back, whether it is on its way or not. */
  discard(item: UploadItem): void {
    this.pause(item.id);
    this.#sender.discard(item);
  }
}
