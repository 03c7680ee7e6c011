import 'server-only';
import { lazyThread } from '@/lib/server/thread';
import { bytesIn } from '../batch-bytes';

const diskThread = lazyThread('lib/server/storage/workers/disk-worker.mjs');

/** Writes a small file at `from` and, once it is on stable storage, renames it to `to`; resolves when the name is, too. */
export function storeSmall(from: string, to: string, batch: Buffer[]): Promise<void> {
  const bytes = new Uint8Array(bytesIn(batch));
  let filled = 0;
  for (const piece of batch) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return diskThread().call({ from, to, bytes }, [bytes.buffer]);
}
