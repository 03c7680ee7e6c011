import 'server-only';
import { copyBytes } from '@/lib/server/storage/workers/copy-bytes';

/** What a write buffer is made of: memory that the threads for checksums and for writing see as well, used again for the next. */
type Slot = Buffer;

/** It is handed out at 512 KiB, and the chunk that fills it may be 64 KiB long. */
const slotBytes = (512 + 64) * 1024;

/** How many are kept for later when a busy moment is over. */
const maxFree = 64;
const free: Slot[] = [];

export const takeSlot = (): Slot => free.pop() ?? Buffer.from(new SharedArrayBuffer(slotBytes));

function returnSlot(slot: Slot): void {
  if (free.length < maxFree) free.push(slot);
}

/**
 * Bytes on their way to storage, in the chunks that they came in or copied into memory that is used again and again: then
 * the chunks die young, and V8 needn't look for them.
 */
export class WriteBuffer {
  bytes = 0;
  #chunks: Buffer[] = [];
  #slot: Slot | null = null;
  #inSlot = 0;

  /** @param isCopied only where the consumer is done with the chunks once `giveBack` is called */
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

  /** The bytes in their order. */
  chunks(): Buffer[] {
    return this.#inSlot > 0 && this.#slot
      ? [this.#slot.subarray(0, this.#inSlot), ...this.#chunks]
      : this.#chunks;
  }

  giveBack(): void {
    if (this.#slot) returnSlot(this.#slot);
    this.#slot = null;
  }
}
