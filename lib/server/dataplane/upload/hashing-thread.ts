import 'server-only';
import { Thread } from '@/lib/server/thread';
import type { RunningSha256 } from './running-sha256';

const script = 'lib/server/dataplane/upload/hash-worker.mjs';

let running: HashingThread | null = null;

/** The process's thread for checksums, started with the first big upload; one that died is followed by a new one. */
export function hashingThread(): HashingThread {
  running ??= new HashingThread();
  return running;
}

class HashingThread {
  // Who waits gets on without the sum: the file is read for it once it is complete.
  readonly #thread = new Thread(script, () => {
    running = null;
  });
  #lastSum = 0;

  start(): RunningSha256 {
    this.#lastSum++;
    const sum = this.#lastSum;
    return {
      update: (batch, crc32) => this.#thread.call<number>({ sum, batch, crc32 }),
      digest: () => this.#thread.call<string>({ sum }),
      drop: () => this.#thread.tell({ drop: sum }),
    };
  }
}
