import type { UploadItem } from '../upload-item';
import type { TusSetup, UploadSender } from './sender';
import type { TusTransfer } from './tus-transfer';

/** Loaded when the first files are picked; pages don't need it to render. */
export const loadTus = () => import('./tus-transfer').then(({ TusTransfer }) => TusTransfer);

/** Keeps each file's transfer until it has arrived, so that a pause or a failure loses nothing. */
export function tusSender(setup: () => TusSetup | null): UploadSender {
  const transfers = new Map<string, Promise<TusTransfer>>();

  function transferOf(item: UploadItem): Promise<TusTransfer> {
    const share = setup();
    if (!share) throw new Error('files are sent before there is a share');
    const transfer =
      transfers.get(item.id) ??
      Promise.all([loadTus(), share.wireOf(item)]).then(([Tus, wire]) => new Tus(item, share, wire));
    transfers.set(item.id, transfer);
    return transfer;
  }

  function forget(item: UploadItem): void {
    transfers.delete(item.id);
    setup()?.memory.forget([item.key]);
  }

  return {
    send(item, on) {
      const transfer = transferOf(item);
      const done = () => {
        setup()?.sealing?.finish(item);
        forget(item);
        on.done();
      };
      const unsendable = () => {
        transfers.delete(item.id);
        on.failed({ kind: 'status', status: 0 });
      };
      transfer.then((begun) => begun.start({ ...on, done }), unsendable);
      // Promises keep the order of calls while the transfer is loading.
      return { pause: () => void transfer.then((begun) => begun.pause(), ignore) };
    },
    discard(item) {
      transfers.get(item.id)?.then((begun) => begun.discard(), ignore);
      void setup()?.sealing?.drop(item).catch(ignore);
      forget(item);
    },
  };
}

const ignore = () => {};
