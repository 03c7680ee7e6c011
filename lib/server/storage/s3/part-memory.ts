import 'server-only';
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
    slab.set(bytes.subarray(0, sizeBytes), used);
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

const takeSlab = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(slabBytes);

function returnSlabs(slabs: Buffer[]): void {
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

/** An upload that buffers bytes and can send them to the bucket before they fill a part. */
export type MemoryHolder = { bufferedBytes: number; spill: () => Promise<void> };

type MemoryRequest = { bytes: number; holder: MemoryHolder; resume: () => void };

/**
 * Memory shared by all uploads of this process. Uploads wait when none is free; those nearest to a full part go
 * first. If nothing is being sent that would free memory, a stalled upload has to spill its bytes.
 */
export class MemoryBudget {
  #freeBytes: number;
  #waiting: MemoryRequest[] = [];
  #holders = new Set<MemoryHolder>();
  #sending = 0;
  #isSpilling = false;

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  join(holder: MemoryHolder): void {
    this.#holders.add(holder);
  }

  leave(holder: MemoryHolder): void {
    this.#holders.delete(holder);
  }

  async acquire(bytes: number, holder: MemoryHolder): Promise<void> {
    if (this.#waiting.length === 0 && bytes <= this.#freeBytes) {
      this.#freeBytes -= bytes;
      return;
    }
    const granted = new Promise<void>((resume) => this.#waiting.push({ bytes, holder, resume }));
    this.#spillIfStuck();
    await granted;
  }

  release(bytes: number): void {
    this.#freeBytes += bytes;
    this.#grant();
  }

  async whileSending<T>(work: Promise<T>): Promise<T> {
    this.#sending++;
    try {
      return await work;
    } finally {
      this.#sending--;
      this.#spillIfStuck();
    }
  }

  #grant(): void {
    this.#waiting.sort((a, b) => b.holder.bufferedBytes - a.holder.bufferedBytes);
    for (let first = this.#waiting[0]; first && first.bytes <= this.#freeBytes; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#freeBytes -= first.bytes;
      first.resume();
    }
  }

  #spillIfStuck(): void {
    this.#grant();
    if (this.#waiting.length === 0 || this.#sending > 0 || this.#isSpilling) return;
    const next = this.#waiting[0]?.holder;
    const largest = [...this.#holders]
      .filter(({ bufferedBytes }) => bufferedBytes > 0)
      .sort((a, b) => Number(a === next) - Number(b === next) || b.bufferedBytes - a.bufferedBytes)[0];
    if (!largest) return;
    this.#isSpilling = true;
    const finish = () => {
      this.#isSpilling = false;
    };
    largest
      .spill()
      .then(finish, finish)
      .then(() => this.#spillIfStuck());
  }
}
