import 'server-only';
import { copyBytes } from '../copy-bytes';
import { slabBytes, takeSlab } from './slabs';

/** What of a part is in memory, slab by slab. */
export class PartMemory {
  #slabs: Buffer[] = [];
  #filledBytes = 0;

  get heldBytes(): number {
    return this.#slabs.length * slabBytes;
  }

  get isEmpty(): boolean {
    return this.#filledBytes === 0;
  }

  get hasRoom(): boolean {
    return this.#filledBytes < this.heldBytes;
  }

  grow(): void {
    this.#slabs.push(takeSlab());
  }

  /** Copies at most `maxBytes`, and no more than the last slab takes; answers how many. */
  copy(bytes: Buffer, maxBytes: number): number {
    const used = this.#filledBytes % slabBytes;
    const room = Math.min(slabBytes - used, maxBytes, bytes.length);
    const slab = this.#slabs.at(-1);
    if (!slab || !this.hasRoom) throw new Error('There is no memory to write into.');
    copyBytes(bytes.subarray(0, room), slab, used);
    this.#filledBytes += room;
    return room;
  }

  /** Empties it: what was in it, and the slabs to give back once that isn't needed any more. */
  drain(): { sizeBytes: number; source: Buffer[]; slabs: Buffer[] } {
    const [slabs, sizeBytes] = [this.#slabs, this.#filledBytes];
    this.#slabs = [];
    this.#filledBytes = 0;
    const source = slabs.map((slab, n) => slab.subarray(0, Math.min(slabBytes, sizeBytes - n * slabBytes)));
    return { sizeBytes, source: source.filter(({ length }) => length > 0), slabs };
  }
}
