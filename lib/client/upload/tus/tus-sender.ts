import type { UploadItem } from '../upload-item';
import type { TransferListener, UploadSender } from './sender';
import type { TusSetup } from './tus-setup';
import type { TusTransfer } from './tus-transfer';

/** Loaded when the first files are picked; pages don't need it to render. */
export const loadTus = () => import('./tus-transfer').then(({ TusTransfer }) => TusTransfer);

export class TusSender implements UploadSender {
  readonly #setup: () => TusSetup | null;
  readonly #transfers = new Map<string, Promise<TusTransfer>>();

  constructor(setup: () => TusSetup | null) {
    this.#setup = setup;
  }

  send(item: UploadItem, on: TransferListener): { pause: () => void } {
    const transfer = this.#transferOf(item);
    transfer.then(
      (begun) => begun.start({ ...on, done: () => this.#arrived(item, on) }),
      () => this.#unsendable(item, on),
    );
    return { pause: () => forward(transfer, 'pause') };
  }

  discard(item: UploadItem): void {
    forward(this.#transfers.get(item.id), 'discard');
    this.#forget(item);
  }

  #transferOf(item: UploadItem): Promise<TusTransfer> {
    const setup = this.#setup();
    if (!setup) throw new Error('files are sent before there is a share');
    const transfer = this.#transfers.get(item.id) ?? loadTus().then((Tus) => new Tus(item, setup));
    this.#transfers.set(item.id, transfer);
    return transfer;
  }

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

/** Keeps the order of calls while the transfer is loading. */
function forward(transfer: Promise<TusTransfer> | undefined, what: 'pause' | 'discard'): void {
  transfer?.then(
    (begun) => begun[what](),
    () => {},
  );
}
