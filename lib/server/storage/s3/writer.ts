import 'server-only';
import type { FileWriter } from '../port';
import type { LazyUpload } from './lazy-upload';
import { type MemoryBudget, type MemoryHolder, PartCalls, PartMemory, slabBytes } from './part-memory';
import type { BodySegment } from './segment';

const maxInFlight = 3;

type WriterStart = { offset: number; maxBytes: number; segments: BodySegment[] };

/**
 * Collects bytes into parts and sends each when it is full. A part stays in memory until it is stored, so that calls
 * can be repeated. An incomplete part becomes a tail.
 */
export class BucketWriter implements FileWriter, MemoryHolder {
  readonly partBytes: number;
  #upload: LazyUpload;
  #budget: MemoryBudget;
  #maxBytes: number;
  #position: number;
  #segments: BodySegment[];
  #memory = new PartMemory();
  #spills: Promise<void>[] = [];
  #inFlight = new Set<Promise<void>>();
  #calls: PartCalls;
  #stored: StoredPartCount;

  constructor(upload: LazyUpload, budget: MemoryBudget, { offset, maxBytes, segments }: WriterStart) {
    this.partBytes = upload.partBytes;
    this.#upload = upload;
    this.#budget = budget;
    this.#maxBytes = maxBytes;
    this.#position = offset;
    this.#segments = segments;
    this.#calls = new PartCalls(budget);
    this.#stored = new StoredPartCount(Math.floor(offset / this.partBytes));
    budget.join(this);
  }

  get bufferedBytes(): number {
    return this.#memory.bufferedBytes;
  }

  async write(chunks: Buffer[], position: number): Promise<number> {
    if (position !== this.#position)
      throw new Error(`Written at ${position} where ${this.#position} is next.`);
    for (const chunk of chunks) {
      for (let rest = chunk; rest.length > 0; ) {
        // Again: a spill may have taken the memory meanwhile.
        while (!this.#memory.hasSpace) await this.#grow();
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

  async durableOffset(): Promise<number> {
    return Math.min(this.#stored.count * this.partBytes, this.#position);
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

  async spill(): Promise<void> {
    if (this.#memory.isEmpty) return;
    const { segment, slabs } = this.#drain();
    const spilling = this.#calls.run(slabs, async () => {
      const key = await this.#upload.putTail(segment.position, [{ ...segment }]);
      segment.source = { key };
    });
    this.#spills.push(spilling);
    await spilling;
  }

  async #grow(): Promise<void> {
    this.#calls.check();
    await this.#budget.acquire(slabBytes, this);
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
    const flight = this.#calls.run(slabs, async () => {
      await Promise.all(spills); // a failed spill fails the writer
      this.#calls.check();
      if (isWhole) await this.#upload.putWhole(segments);
      else await this.#upload.putPart(number, segments);
      this.#stored.add(number);
    });
    this.#inFlight.add(flight);
    flight.then(() => this.#inFlight.delete(flight));
  }

  #drain(): { segment: BodySegment; slabs: Buffer[] } {
    const { sizeBytes, source, slabs } = this.#memory.drain();
    const segment = { position: this.#position - sizeBytes, sizeBytes, source };
    if (sizeBytes > 0) this.#segments.push(segment);
    return { segment, slabs };
  }
}

/** Counts the stored parts up to the first gap. Parts may be added in any order. */
class StoredPartCount {
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
