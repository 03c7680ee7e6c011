import 'server-only';
import { copyBytes } from '@/lib/server/storage/workers/copy-bytes';

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
export class WriteBuffer {
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
