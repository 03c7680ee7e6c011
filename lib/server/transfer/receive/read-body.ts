import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { copyBytes } from '@/lib/server/storage/chunks';

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
 * Collects chunks into buffers of 512 KiB. Yields at least once a second, and everything received before the body ends
 * or breaks off. A buffer is reused once the next one is requested.
 * @throws upload.surplus when the body exceeds `maxBytes`; the buffer with the surplus is dropped
 */
export async function* readBuffers(body: Readable, limits: BodyLimits): AsyncGenerator<Buffer[]> {
  const reader = new BodyReader(body, limits);
  const ticker = setInterval(() => reader.tick(), tickMs);
  try {
    for (;;) {
      await reader.ready();
      const buffer = reader.take();
      try {
        yield buffer?.chunks() ?? [];
      } finally {
        buffer?.release();
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
  #limits: BodyLimits;
  #buffer: WriteBuffer;
  #received = 0;
  #isEnded: boolean;
  #isDue = false;
  #wake: () => void = () => undefined;

  constructor(body: Readable, limits: BodyLimits) {
    this.#body = body;
    this.#limits = limits;
    this.#buffer = new WriteBuffer(false);
    this.#isEnded = body.destroyed || body.readableEnded || limits.stop.aborted;
    limits.stop.addEventListener('abort', this.#onEnd, { once: true });
    for (const event of ['end', 'close', 'error'] as const) body.on(event, this.#onEnd);
    if (!this.#isEnded) body.on('data', this.#onData);
  }

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
    // Only a fast client gets a preallocated buffer: there may be many slow ones.
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
    this.#buffer.release();
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
  #hasSurplus = () => this.#received > this.#limits.maxBytes;

  /** A body of unknown length may turn out too long, so the file's last bytes wait for its end. */
  #holdsLast = () =>
    !this.#limits.hasKnownLength &&
    this.#received === this.#limits.maxBytes &&
    !this.#isEnded &&
    this.#buffer.bytes > 0;
}

/** A buffer is full at 512 KiB, and its last chunk has up to 64 KiB. */
const slotBytes = (512 + 64) * 1024;

const maxFree = 64;
const free: Buffer[] = [];

/** Shared memory, so that the threads for hashing and writing see it. */
export const takeSlot = (): Buffer => free.pop() ?? Buffer.from(new SharedArrayBuffer(slotBytes));

function returnSlot(slot: Buffer): void {
  if (free.length < maxFree) free.push(slot);
}

/** Holds chunks, or copies them into reused memory, which keeps them from burdening the garbage collector. */
class WriteBuffer {
  bytes = 0;
  #chunks: Buffer[] = [];
  #slot: Buffer | null = null;
  #inSlot = 0;

  /** @param isCopied only if the chunks aren't used after `release` */
  constructor(isCopied: boolean) {
    if (isCopied) this.#slot = takeSlot();
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    const fits = this.#chunks.length === 0 && this.#inSlot + chunk.length <= slotBytes;
    if (!this.#slot || !fits) return void this.#chunks.push(chunk);
    copyBytes(chunk, this.#slot, this.#inSlot);
    this.#inSlot += chunk.length;
  }

  chunks(): Buffer[] {
    return this.#inSlot > 0 && this.#slot
      ? [this.#slot.subarray(0, this.#inSlot), ...this.#chunks]
      : this.#chunks;
  }

  release(): void {
    if (this.#slot) returnSlot(this.#slot);
    this.#slot = null;
  }
}
