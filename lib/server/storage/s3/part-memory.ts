import 'server-only';
import { copyBytes } from '../workers/copy-bytes';
import type { MemoryBudget } from './budget';
import { asAppError } from './errors';

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

/**
 * What parts are gathered in: memory that is used again and again. Kept as they come, a socket's chunks would live
 * for as long as their part is on its way, and V8 would look through its whole heap for them time after time.
 */
export const slabBytes = 256 * 1024;

/** How many are kept for later when a busy moment is over. */
const maxFree = 512;
const free: Buffer[] = [];

export const takeSlab = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(slabBytes);

export function returnSlabs(slabs: Buffer[]): void {
  for (const slab of slabs) if (free.length < maxFree) free.push(slab);
}

/** The calls that bring one file's memory into the bucket. None of them rejects: the next write throws what failed. */
export class PartCalls {
  #budget: MemoryBudget;
  #failure: Error | null = null;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** The memory comes free either way. */
  async make(slabs: Buffer[], call: () => Promise<void>): Promise<void> {
    try {
      await this.#budget.sending(call());
    } catch (error) {
      this.#failure ??= asAppError(error);
    } finally {
      this.release(slabs);
    }
  }

  release(slabs: Buffer[]): void {
    returnSlabs(slabs);
    this.#budget.give(slabs.length * slabBytes);
  }

  /** @throws what has failed first */
  check(): void {
    if (this.#failure) throw this.#failure;
  }
}
