import 'server-only';
import type { FileWriter } from '../storage';
import type { MemoryBudget, MemoryHolder } from './budget';
import type { Piece } from './part';
import { PartCalls } from './part-calls';
import { PartMemory } from './part-memory';
import { SettledParts } from './settled-parts';
import { slabBytes } from './slabs';
import type { UploadEntry } from './upload-entry';

/** Parts of one file that are on their way at once. */
const mostFlying = 3;

type Start = { offset: number; maxBytes: number; pieces: Piece[] };

/**
 * Gathers what comes into parts and sends each as soon as it is full, several at once. A part stays in memory until
 * the bucket has it, so that a call that fails can be made again. What doesn't fill a part becomes a tail.
 */
export class BucketWriter implements FileWriter, MemoryHolder {
  readonly pieceBytes: number;
  #entry: UploadEntry;
  #budget: MemoryBudget;
  #maxBytes: number;
  #position: number;
  /** Of the part that is being gathered: what is in the bucket already, and what is in memory. */
  #pieces: Piece[];
  #memory = new PartMemory();
  #spills: Promise<void>[] = [];
  #flying = new Set<Promise<void>>();
  #calls: PartCalls;
  #settled: SettledParts;

  constructor(entry: UploadEntry, budget: MemoryBudget, { offset, maxBytes, pieces }: Start) {
    this.pieceBytes = entry.partBytes;
    this.#entry = entry;
    this.#budget = budget;
    this.#maxBytes = maxBytes;
    this.#position = offset;
    this.#pieces = pieces;
    this.#calls = new PartCalls(budget);
    this.#settled = new SettledParts(Math.floor(offset / this.pieceBytes));
    budget.join(this);
  }

  get heldBytes(): number {
    return this.#memory.heldBytes;
  }

  async write(batch: Buffer[], position: number): Promise<number> {
    if (position !== this.#position)
      throw new Error(`Written at ${position} where ${this.#position} is next.`);
    for (const chunk of batch) {
      for (let rest = chunk; rest.length > 0; ) {
        // Again, when what there was has been spilled while this waited.
        while (!this.#memory.hasRoom) await this.#grow();
        const left = this.pieceBytes - (this.#position % this.pieceBytes);
        const copied = this.#memory.copy(rest, left);
        rest = rest.subarray(copied);
        this.#position += copied;
        const isFull = this.#position % this.pieceBytes === 0 || this.#position === this.#maxBytes;
        if (isFull) await this.#send();
      }
    }
    return this.#position - position;
  }

  async settled(): Promise<number> {
    return Math.min(this.#settled.count * this.pieceBytes, this.#position);
  }

  async sync(): Promise<void> {
    if (!this.#calls.hasFailed) void this.spill();
    await Promise.all(this.#flying);
    await Promise.all(this.#spills);
    this.#calls.check();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#flying, ...this.#spills]);
    this.#budget.leave(this);
    this.#calls.release(this.#memory.drain().slabs);
  }

  /** Puts what is in memory into the bucket as a tail. */
  async spill(): Promise<void> {
    if (this.#memory.isEmpty) return;
    const { piece, slabs } = this.#drain();
    const spilling = this.#calls.make(slabs, async () => {
      const key = await this.#entry.putTail(piece.position, [{ ...piece }]);
      piece.source = { key };
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
    while (this.#flying.size >= mostFlying) await Promise.race(this.#flying);
    this.#calls.check();
    this.#launch();
  }

  #launch(): void {
    const { slabs } = this.#drain();
    const [pieces, spills] = [this.#pieces, this.#spills];
    [this.#pieces, this.#spills] = [[], []];
    const number = Math.ceil(this.#position / this.pieceBytes);
    const isWhole = this.#position === this.#maxBytes && number === 1;
    const flight = this.#calls.make(slabs, async () => {
      await Promise.all(spills); // a spill that failed has failed the writer
      this.#calls.check();
      if (isWhole) await this.#entry.putWhole(pieces);
      else await this.#entry.putPart(number, pieces);
      this.#settled.add(number);
    });
    this.#flying.add(flight);
    flight.then(() => this.#flying.delete(flight));
  }

  #drain(): { piece: Piece; slabs: Buffer[] } {
    const { sizeBytes, source, slabs } = this.#memory.drain();
    const piece = { position: this.#position - sizeBytes, sizeBytes, source };
    if (sizeBytes > 0) this.#pieces.push(piece);
    return { piece, slabs };
  }
}
