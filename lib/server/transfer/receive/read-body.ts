import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';

const bufferBytes = 512 * 1024;
const tickMs = 1_000;

type BodyLimits = {
  maxBytes: number;
  /** The request has a Content-Length, which has been checked against `maxBytes`. */
  hasKnownLength: boolean;
  /** Ends the reading; bytes received before are still yielded. */
  stop: AbortSignal;
};

/**
 * Collects chunks until they have 512 KiB. Yields at least once a second, and everything received before the body ends
 * or breaks off. Who gets chunks owns them.
 * @throws upload.surplus when the body exceeds `maxBytes`; the chunks with the surplus are dropped
 */
export async function* readBuffers(body: Readable, limits: BodyLimits): AsyncGenerator<Buffer[]> {
  const reader = new BodyReader(body, limits);
  const ticker = setInterval(() => reader.tick(), tickMs);
  try {
    for (;;) {
      await reader.ready();
      yield reader.take();
      if (reader.isOver) return;
    }
  } finally {
    clearInterval(ticker);
    reader.close();
  }
}

class BodyReader {
  #body: Readable;
  #limits: BodyLimits;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #received = 0;
  #isEnded: boolean;
  #isDue = false;
  #wake: () => void = () => undefined;

  constructor(body: Readable, limits: BodyLimits) {
    this.#body = body;
    this.#limits = limits;
    this.#isEnded = body.destroyed || body.readableEnded || limits.stop.aborted;
    limits.stop.addEventListener('abort', this.#onEnd, { once: true });
    for (const event of ['end', 'close', 'error'] as const) body.on(event, this.#onEnd);
    if (!this.#isEnded) body.on('data', this.#onData);
  }

  get isOver(): boolean {
    return this.#isEnded && this.#bytes === 0;
  }

  /** Resolves when there is enough, when the body is over, or at the next tick. */
  async ready(): Promise<void> {
    while (!this.#isEnded && !this.#isDue && !this.#isFull() && !this.#hasSurplus()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isDue = false;
  }

  take(): Buffer[] {
    if (this.#hasSurplus()) throw new AppError('upload.surplus');
    if (this.#holdsLast()) return [];
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    if (!this.#isEnded) this.#body.resume();
    return chunks;
  }

  tick(): void {
    this.#isDue = true;
    this.#wake();
  }

  close(): void {
    this.#body.off('data', this.#onData);
    this.#body.pause();
    this.#limits.stop.removeEventListener('abort', this.#onEnd);
  }

  #onData = (chunk: Buffer) => {
    this.#received += chunk.length;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (!this.#isFull() && !this.#hasSurplus()) return;
    this.#body.pause();
    this.#wake();
  };

  #onEnd = () => {
    this.#isEnded = true;
    this.#body.pause();
    this.#wake();
  };

  #isFull = () => this.#bytes >= bufferBytes && !this.#holdsLast();
  #hasSurplus = () => this.#received > this.#limits.maxBytes;

  /** A body of unknown length may turn out too long, so the file's last bytes wait for its end. */
  #holdsLast = () =>
    !this.#limits.hasKnownLength &&
    this.#received === this.#limits.maxBytes &&
    !this.#isEnded &&
    this.#bytes > 0;
}
