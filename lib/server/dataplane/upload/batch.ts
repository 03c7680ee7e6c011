import 'server-only';
import { returnSlot, type Slot, slotBytes, takeSlot } from './slots';

/** As much as a request may hold in the pieces that it came in, which is all of a small file. */
const looseBytes = 64 * 1024;

/**
 * Bytes on their way to storage. Small ones stay in the pieces that they came in; from the second big piece on they are
 * copied into memory that is used again and again: the pieces then die young, and V8 needn't look for them.
 */
export class Batch {
  bytes = 0;
  #parts: Buffer[] = [];
  #slot: Slot | null = null;
  #inSlot = 0;
  readonly #isReused: boolean;

  /** @param isReused whether whoever takes the parts is done with them once `giveBack` is called */
  constructor(isReused: boolean) {
    this.#isReused = isReused;
  }

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (!this.#isReused || this.bytes <= looseBytes) return void this.#parts.push(piece);
    if (!this.#slot) this.#moveToSlot();
    if (this.#slot && this.#inSlot + piece.length <= slotBytes) this.#copy(this.#slot, piece);
    else this.#parts.push(piece);
  }

  /** The bytes in their order. */
  parts(): Buffer[] {
    return this.#slot ? [this.#slot.subarray(0, this.#inSlot), ...this.#parts] : this.#parts;
  }

  giveBack(): void {
    if (this.#slot) returnSlot(this.#slot);
    this.#slot = null;
  }

  #moveToSlot(): void {
    const loose = this.#parts;
    this.#parts = [];
    this.#slot = takeSlot();
    for (const piece of loose) this.#copy(this.#slot, piece);
  }

  #copy(slot: Slot, piece: Buffer): void {
    slot.set(piece, this.#inSlot);
    this.#inSlot += piece.length;
  }
}
