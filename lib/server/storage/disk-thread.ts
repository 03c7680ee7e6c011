import 'server-only';
import { Thread } from '@/lib/server/thread';
import { bytesIn } from './batch-bytes';

const script = 'lib/server/storage/disk-worker.mjs';

let running: Thread | null = null;

/** The process's thread for small files, started with the first one; one that died is followed by a new one. */
function diskThread(): Thread {
  running ??= new Thread(script, () => {
    running = null;
  });
  return running;
}

/** Writes a file at `from` and, once it is on stable storage, gives it the name `to`, which then is, too. */
export function storeSmall(from: string, to: string, batch: Buffer[]): Promise<void> {
  const bytes = new Uint8Array(bytesIn(batch));
  let filled = 0;
  for (const piece of batch) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return diskThread().call({ from, to, bytes }, [bytes.buffer]);
}
