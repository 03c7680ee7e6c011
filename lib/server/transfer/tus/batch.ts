import 'server-only';
import { copyBytes } from '@/lib/server/storage/copy-bytes';
import { returnSlot, type Slot, slotBytes, takeSlot } from './slots';

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
