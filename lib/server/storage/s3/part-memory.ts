import 'server-only';
import { copyBytes } from '../workers/copy-bytes';
import type { MemoryBudget } from './budget';
import { asAppError } from './errors';

export class PartMemory {
  #slabs: Buffer[] = [];
  #filledBytes = 0;

  get bufferedBytes(): number {
    return this.#slabs.length * slabBytes;
  }

  get isEmpty(): boolean {
    return this.#filledBytes === 0;
  }

  get hasSpace(): boolean {
    return this.#filledBytes < this.bufferedBytes;
  }

  grow(): void {
    this.#slabs.push(takeSlab());
  }

  copy(bytes: Buffer, maxBytes: number): number {
    const used = this.#filledBytes % slabBytes;
    const sizeBytes = Math.min(slabBytes - used, maxBytes, bytes.length);
    const slab = this.#slabs.at(-1);
    if (!slab || !this.hasSpace) throw new Error('There is no memory to write into.');
    copyBytes(bytes.subarray(0, sizeBytes), slab, used);
    this.#filledBytes += sizeBytes;
    return sizeBytes;
  }

  drain(): { sizeBytes: number; source: Buffer[]; slabs: Buffer[] } {
    const [slabs, sizeBytes] = [this.#slabs, this.#filledBytes];
    this.#slabs = [];
    this.#filledBytes = 0;
    const source = slabs.map((slab, n) => slab.subarray(0, Math.min(slabBytes, sizeBytes - n * slabBytes)));
    return { sizeBytes, source: source.filter(({ length }) => length > 0), slabs };
  }
}

/**
 * Parts are collected in reused slabs. Keeping the socket's own chunks would make V8's garbage collector scan many
 * long-lived buffers.
 */
export const slabBytes = 256 * 1024;

const maxFree = 512;
const free: Buffer[] = [];

export const takeSlab = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(slabBytes);

export function returnSlabs(slabs: Buffer[]): void {
  for (const slab of slabs) if (free.length < maxFree) free.push(slab);
}

/** Sends a file's buffered bytes to the bucket. Never rejects: the next write throws the failure. */
export class PartCalls {
  #budget: MemoryBudget;
  #failure: Error | null = null;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  async run(slabs: Buffer[], call: () => Promise<void>): Promise<void> {
    try {
      await this.#budget.whileSending(call());
    } catch (error) {
      this.#failure ??= asAppError(error);
    } finally {
      this.release(slabs);
    }
  }

  release(slabs: Buffer[]): void {
    returnSlabs(slabs);
    this.#budget.release(slabs.length * slabBytes);
  }

  check(): void {
    if (this.#failure) throw this.#failure;
  }
}
