import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { WriteBuffer } from './write-buffer';

const bufferBytes = 512 * 1024;
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
 * Gathers a body's chunks into buffers, so that nothing waits for a single chunk. The next buffer fills while the
 * consumer writes the last, whose memory is used again once the next is asked for. Once a second it hands out what
 * there is, even if that is nothing. However the body ends (all sent, client gone, asked to stop), what has arrived is
 * handed out before this ends.
 * @throws upload.surplus when more comes than the file takes; the buffer with the surplus is dropped
 */
export async function* buffersOf(body: Readable, limits: Limits): AsyncGenerator<Buffer[]> {
  const reader = new BodyReader(body, limits);
  const ticker = setInterval(() => reader.tick(), tickMs);
  try {
    for (;;) {
      await reader.ready();
      const buffer = reader.take();
      try {
        yield buffer?.chunks() ?? [];
      } finally {
        buffer?.giveBack();
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
  #buffer: WriteBuffer;
  #received = 0;
  #isEnded: boolean;
  #isDue = false;
  #wake: () => void = () => undefined;

  constructor(body: Readable, limits: Limits) {
    this.#body = body;
    this.#limits = limits;
    this.#buffer = new WriteBuffer(false);
    this.#isEnded = body.destroyed || body.readableEnded || limits.stop.aborted;
    limits.stop.addEventListener('abort', this.#onEnd, { once: true });
    for (const event of ['end', 'close', 'error'] as const) body.on(event, this.#onEnd);
    if (!this.#isEnded) body.on('data', this.#onData);
  }

  /** Nothing more comes and everything is handed out. */
  get isOver(): boolean {
    return this.#isEnded && this.#buffer.bytes === 0;
  }

  /** Resolves when a buffer is full, when the body is over, or at the next tick. */
  async ready(): Promise<void> {
    while (!this.#isEnded && !this.#isDue && !this.#isFull() && !this.#hasSurplus()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isDue = false;
  }

  take(): WriteBuffer | null {
    if (this.#hasSurplus()) throw new AppError('upload.surplus');
    if (this.#holdsLast()) return null;
    const buffer = this.#buffer;
    // Only a client that fills buffers gets memory for a whole one: there may be many slow clients.
    this.#buffer = new WriteBuffer(buffer.bytes >= bufferBytes);
    if (!this.#isEnded) this.#body.resume();
    return buffer;
  }

  tick(): void {
    this.#isDue = true;
    this.#wake();
  }

  close(): void {
    this.#body.off('data', this.#onData);
    this.#body.pause();
    this.#buffer.giveBack();
    this.#limits.stop.removeEventListener('abort', this.#onEnd);
  }

  #onData = (chunk: Buffer) => {
    this.#received += chunk.length;
    this.#buffer.add(chunk);
    if (!this.#isFull() && !this.#hasSurplus()) return;
    this.#body.pause();
    this.#wake();
  };

  #onEnd = () => {
    this.#isEnded = true;
    this.#body.pause();
    this.#wake();
  };

  #isFull = () => this.#buffer.bytes >= bufferBytes && !this.#holdsLast();
  #hasSurplus = () => this.#received > this.#limits.room;

  /** A body of unknown length may still turn out too long: the file's last bytes wait for its end. */
  #holdsLast = () =>
    !this.#limits.isMeasured &&
    this.#received === this.#limits.room &&
    !this.#isEnded &&
    this.#buffer.bytes > 0;
}
