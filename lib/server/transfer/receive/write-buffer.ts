import 'server-only';
import { copyBytes } from '@/lib/server/storage/workers/copy-bytes';

/** What a batch is gathered in: memory that the threads for checksums and for writing see as well, used again for the next batch. */
type Slot = Buffer;

/** A batch is handed out at 512 KiB, and the piece that fills it may be 64 KiB long. */
const slotBytes = (512 + 64) * 1024;

/** How many are kept for later when a busy moment is over. */
const maxFree = 64;
const free: Slot[] = [];

export const takeSlot = (): Slot => free.pop() ?? Buffer.from(new SharedArrayBuffer(slotBytes));

function returnSlot(slot: Slot): void {
  if (free.length < maxFree) free.push(slot);
}

/**
 * Bytes on their way to storage, in the pieces that they came in or copied into memory that is used again and again: then
 * the pieces die young, and V8 needn't look for them.
 */
export class Batch {
  bytes = 0;
  #pieces: Buffer[] = [];
  #slot: Slot | null = null;
  #inSlot = 0;

  /** @param isCopied only where whoever takes the pieces is done with them once `giveBack` is called */
  constructor(isCopied: boolean) {
    if (isCopied) this.#slot = takeSlot();
  }

  add(piece: Buffer): void {
    this.bytes += piece.length;
    const fits = this.#pieces.length === 0 && this.#inSlot + piece.length <= slotBytes;
    if (!this.#slot || !fits) return void this.#pieces.push(piece);
    copyBytes(piece, this.#slot, this.#inSlot);
    this.#inSlot += piece.length;
  }

  /** The bytes in their order. */
  pieces(): Buffer[] {
    return this.#inSlot > 0 && this.#slot
      ? [this.#slot.subarray(0, this.#inSlot), ...this.#pieces]
      : this.#pieces;
  }

  giveBack(): void {
    if (this.#slot) returnSlot(this.#slot);
    this.#slot = null;
  }
}
