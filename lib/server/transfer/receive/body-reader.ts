import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { Batch } from './write-buffer';

const batchBytes = 512 * 1024;
const tickMs = 1_000;

type Limits = {
  /** Bytes that the file still takes. */
  room: number;
  /** Whether the request says its length, which then has been checked: it can't send too much. */
  isMeasured: boolean;
  /** Ends the reading early; what has arrived is still handed out. */
  stop: AbortSignal;
};

/**
 * Gathers a body's chunks into batches, so that nothing waits for a single chunk. The next batch fills while the
 * consumer writes the last, whose memory is used again once the next is asked for. Once a second it hands out what
 * there is, even if that is nothing. However the body ends (all sent, client gone, asked to stop), what has arrived is
 * handed out before this ends.
 * @throws upload.surplus when more comes than the file takes; the batch with the surplus is dropped
 */
export async function* batchesOf(body: Readable, limits: Limits): AsyncGenerator<Buffer[]> {
  const reader = new BodyReader(body, limits);
  const ticker = setInterval(() => reader.tick(), tickMs);
  try {
    for (;;) {
      await reader.ready();
      const batch = reader.take();
      try {
        yield batch?.pieces() ?? [];
      } finally {
        batch?.giveBack();
      }
      if (reader.isOver) return;
    }
  } finally {
    clearInterval(ticker);
    reader.close();
  }
}

class BodyReader {
  #body: Readable;
  #limits: Limits;
  #batch: Batch;
  #received = 0;
  #isEnded: boolean;
  #isDue = false;
  #wake: () => void = () => undefined;

  constructor(body: Readable, limits: Limits) {
    this.#body = body;
    this.#limits = limits;
    this.#batch = new Batch(false);
    this.#isEnded = body.destroyed || body.readableEnded || limits.stop.aborted;
    limits.stop.addEventListener('abort', this.#onEnd, { once: true });
    for (const event of ['end', 'close', 'error'] as const) body.on(event, this.#onEnd);
    if (!this.#isEnded) body.on('data', this.#onData);
  }

  /** Nothing more comes and everything is handed out. */
  get isOver(): boolean {
    return this.#isEnded && this.#batch.bytes === 0;
  }

  /** Resolves when a batch is full, when the body is over, or at the next tick. */
  async ready(): Promise<void> {
    while (!this.#isEnded && !this.#isDue && !this.#isFull() && !this.#hasSurplus()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isDue = false;
  }

  take(): Batch | null {
    if (this.#hasSurplus()) throw new AppError('upload.surplus');
    if (this.#holdsLast()) return null;
    const batch = this.#batch;
    // Only a client that fills batches gets memory for a whole one: there may be many slow clients.
    this.#batch = new Batch(batch.bytes >= batchBytes);
    if (!this.#isEnded) this.#body.resume();
    return batch;
  }

  tick(): void {
    this.#isDue = true;
    this.#wake();
  }

  close(): void {
    this.#body.off('data', this.#onData);
    this.#body.pause();
    this.#batch.giveBack();
    this.#limits.stop.removeEventListener('abort', this.#onEnd);
  }

  #onData = (chunk: Buffer) => {
    this.#received += chunk.length;
    this.#batch.add(chunk);
    if (!this.#isFull() && !this.#hasSurplus()) return;
    this.#body.pause();
    this.#wake();
  };

  #onEnd = () => {
    this.#isEnded = true;
    this.#body.pause();
    this.#wake();
  };

  #isFull = () => this.#batch.bytes >= batchBytes && !this.#holdsLast();
  #hasSurplus = () => this.#received > this.#limits.room;

  /** A body of unknown length may still turn out too long: the file's last bytes wait for its end. */
  #holdsLast = () =>
    !this.#limits.isMeasured &&
    this.#received === this.#limits.room &&
    !this.#isEnded &&
    this.#batch.bytes > 0;
}
