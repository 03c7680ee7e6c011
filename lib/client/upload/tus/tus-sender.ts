import type { UploadItem } from '../upload-item';
import type { Sender, TransferListener } from './sender';
import type { TusSetup } from './tus-setup';
import type { TusTransfer } from './tus-transfer';

/** Loaded with the first files, so it is there when they are to be sent: no page needs it to be looked at. */
export const loadTus = () => import('./tus-transfer').then(({ TusTransfer }) => TusTransfer);

/** Sends over tus, one transfer a file, which stays the same from pause to pause until the file has arrived. */
export class TusSender implements Sender {
  readonly #setup: () => TusSetup | null;
  readonly #transfers = new Map<string, Promise<TusTransfer>>();

  /** @param setup null until there is a share to send into */
  constructor(setup: () => TusSetup | null) {
    this.#setup = setup;
  }

  send(item: UploadItem, on: TransferListener): { pause: () => void } {
    const transfer = this.#transferOf(item);
    transfer.then(
      (begun) => begun.start({ ...on, done: () => this.#arrived(item, on) }),
      () => this.#unsendable(item, on),
    );
    return { pause: () => tell(transfer, 'pause') };
  }

  discard(item: UploadItem): void {
    tell(this.#transfers.get(item.id), 'discard');
    this.#forget(item);
  }

  #transferOf(item: UploadItem): Promise<TusTransfer> {
    const setup = this.#setup();
    if (!setup) throw new Error('files are sent before there is a share');
    const transfer = this.#transfers.get(item.id) ?? loadTus().then((Tus) => new Tus(item, setup));
    this.#transfers.set(item.id, transfer);
    return transfer;
  }

  /** The script that sends did not load; trying again asks for it again. */
  #unsendable(item: UploadItem, on: TransferListener): void {
    this.#transfers.delete(item.id);
    on.failed({ kind: 'status', status: 0 });
  }

  #arrived(item: UploadItem, on: TransferListener): void {
    this.#forget(item);
    on.done();
  }

  #forget(item: UploadItem): void {
    this.#transfers.delete(item.id);
    this.#setup()?.memory.forget([item.key]);
  }
}

/** In the order of the telling, whether the transfer is there yet or not. */
function tell(transfer: Promise<TusTransfer> | undefined, what: 'pause' | 'discard'): void {
  transfer?.then(
    (begun) => begun[what](),
    () => {},
  );
}
