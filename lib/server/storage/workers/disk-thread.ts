import 'server-only';
import { lazyThread } from '@/lib/server/thread';
import { bytesIn } from '../chunks';

const diskThread = lazyThread('lib/server/storage/workers/disk-worker.mjs');

/** Writes a small file at `from` and, once it is on stable storage, renames it to `to`; resolves when the name is, too. */
export function storeSmall(from: string, to: string, chunks: Buffer[]): Promise<void> {
  const bytes = new Uint8Array(bytesIn(chunks));
  let filled = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return diskThread().call({ from, to, bytes }, [bytes.buffer]);
}
