import 'server-only';
import type { FileWriter } from '../port';
import type { MemoryBudget, MemoryHolder } from './budget';
import type { LazyUpload } from './lazy-upload';
import { PartCalls, PartMemory, slabBytes } from './part-memory';
import type { Segment } from './segment';

/** Parts of one file that are on their way at once. */
const maxInFlight = 3;

type Start = { offset: number; maxBytes: number; segments: Segment[] };

/**
 * Gathers the bytes into parts and sends each as soon as it is full, several at once. A part stays in memory until
 * the bucket has it, so that a call that fails can be made again. What doesn't fill a part becomes a tail.
 */
export class BucketWriter implements FileWriter, MemoryHolder {
  readonly partBytes: number;
  #upload: LazyUpload;
  #budget: MemoryBudget;
  #maxBytes: number;
  #position: number;
  /** Of the part that is being gathered: what is in the bucket already, and what is in memory. */
  #segments: Segment[];
  #memory = new PartMemory();
  #spills: Promise<void>[] = [];
  #inFlight = new Set<Promise<void>>();
  #calls: PartCalls;
  #settled: SettledParts;

  constructor(upload: LazyUpload, budget: MemoryBudget, { offset, maxBytes, segments }: Start) {
    this.partBytes = upload.partBytes;
    this.#upload = upload;
    this.#budget = budget;
    this.#maxBytes = maxBytes;
    this.#position = offset;
    this.#segments = segments;
    this.#calls = new PartCalls(budget);
    this.#settled = new SettledParts(Math.floor(offset / this.partBytes));
    budget.join(this);
  }

  get heldBytes(): number {
    return this.#memory.heldBytes;
  }

  async write(chunks: Buffer[], position: number): Promise<number> {
    if (position !== this.#position)
      throw new Error(`Written at ${position} where ${this.#position} is next.`);
    for (const chunk of chunks) {
      for (let rest = chunk; rest.length > 0; ) {
        // Again, when what there was has been spilled while this waited.
        while (!this.#memory.hasRoom) await this.#grow();
        const left = this.partBytes - (this.#position % this.partBytes);
        const copied = this.#memory.copy(rest, left);
        rest = rest.subarray(copied);
        this.#position += copied;
        const isFull = this.#position % this.partBytes === 0 || this.#position === this.#maxBytes;
        if (isFull) await this.#send();
      }
    }
    return this.#position - position;
  }

  async settled(): Promise<number> {
    return Math.min(this.#settled.count * this.partBytes, this.#position);
  }

  async sync(): Promise<void> {
    if (!this.#calls.hasFailed) void this.spill();
    await Promise.all(this.#inFlight);
    await Promise.all(this.#spills);
    this.#calls.check();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#inFlight, ...this.#spills]);
    this.#budget.leave(this);
    this.#calls.release(this.#memory.drain().slabs);
  }

  /** Puts what is in memory into the bucket as a tail. */
  async spill(): Promise<void> {
    if (this.#memory.isEmpty) return;
    const { segment, slabs } = this.#drain();
    const spilling = this.#calls.make(slabs, async () => {
      const key = await this.#upload.putTail(segment.position, [{ ...segment }]);
      segment.source = { key };
    });
    this.#spills.push(spilling);
    await spilling;
  }

  async #grow(): Promise<void> {
    this.#calls.check();
    await this.#budget.take(slabBytes, this);
    this.#memory.grow();
  }

  async #send(): Promise<void> {
    while (this.#inFlight.size >= maxInFlight) await Promise.race(this.#inFlight);
    this.#calls.check();
    this.#launch();
  }

  #launch(): void {
    const { slabs } = this.#drain();
    const [segments, spills] = [this.#segments, this.#spills];
    [this.#segments, this.#spills] = [[], []];
    const number = Math.ceil(this.#position / this.partBytes);
    const isWhole = this.#position === this.#maxBytes && number === 1;
    const flight = this.#calls.make(slabs, async () => {
      await Promise.all(spills); // a spill that failed has failed the writer
      this.#calls.check();
      if (isWhole) await this.#upload.putWhole(segments);
      else await this.#upload.putPart(number, segments);
      this.#settled.add(number);
    });
    this.#inFlight.add(flight);
    flight.then(() => this.#inFlight.delete(flight));
  }

  #drain(): { segment: Segment; slabs: Buffer[] } {
    const { sizeBytes, source, slabs } = this.#memory.drain();
    const segment = { position: this.#position - sizeBytes, sizeBytes, source };
    if (sizeBytes > 0) this.#segments.push(segment);
    return { segment, slabs };
  }
}

/** How many parts the bucket has from the first one on. They may arrive in any order; those behind a gap don't count. */
export class SettledParts {
  #count: number;
  #beyond = new Set<number>();

  constructor(count: number) {
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  add(number: number): void {
    this.#beyond.add(number);
    while (this.#beyond.delete(this.#count + 1)) this.#count++;
  }
}
