import 'server-only';
import type { FileWriter } from '../storage';
import type { Holder, MemoryBudget } from './budget';
import { asAppError } from './errors';
import type { Piece } from './part';
import { PartMemory } from './part-memory';
import { returnSlabs, slabBytes } from './slabs';
import type { UploadEntry } from './upload-entry';

/** Parts of one file that are on their way at once. */
const mostFlying = 3;

type Start = { offset: number; maxBytes: number; pieces: Piece[] };

/**
 * Gathers what comes into parts and sends each as soon as it is full, several at once. A part stays in memory until
 * the bucket has it, so that a call that fails can be made again. What doesn't fill a part becomes a tail.
 */
export class BucketWriter implements FileWriter, Holder {
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
  #sent = new Set<number>();
  #settledParts: number;
  #failure: Error | null = null;

  constructor(entry: UploadEntry, budget: MemoryBudget, { offset, maxBytes, pieces }: Start) {
    this.pieceBytes = entry.partBytes;
    this.#entry = entry;
    this.#budget = budget;
    this.#maxBytes = maxBytes;
    this.#position = offset;
    this.#pieces = pieces;
    this.#settledParts = Math.floor(offset / this.pieceBytes);
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
    return Math.min(this.#settledParts * this.pieceBytes, this.#position);
  }

  async sync(): Promise<void> {
    if (!this.#failure) void this.spill();
    await Promise.all(this.#flying);
    await Promise.all(this.#spills);
    this.#check();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#flying, ...this.#spills]);
    this.#budget.leave(this);
    this.#release(this.#memory.drain().slabs);
  }

  /** Puts what is in memory into the bucket as a tail. */
  async spill(): Promise<void> {
    if (this.#memory.isEmpty) return;
    const { piece, slabs } = this.#drain();
    const spilling = this.#watched(slabs, async () => {
      const key = await this.#entry.putTail(piece.position, [{ ...piece }]);
      piece.source = { key };
    });
    this.#spills.push(spilling);
    await spilling;
  }

  async #grow(): Promise<void> {
    this.#check();
    await this.#budget.take(slabBytes, this);
    this.#memory.grow();
  }

  async #send(): Promise<void> {
    while (this.#flying.size >= mostFlying) await Promise.race(this.#flying);
    this.#check();
    this.#launch();
  }

  #launch(): void {
    const { slabs } = this.#drain();
    const [pieces, spills] = [this.#pieces, this.#spills];
    [this.#pieces, this.#spills] = [[], []];
    const number = Math.ceil(this.#position / this.pieceBytes);
    const isWhole = this.#position === this.#maxBytes && number === 1;
    const flight = this.#watched(slabs, async () => {
      await Promise.all(spills); // a spill that failed has failed the writer
      this.#check();
      if (isWhole) await this.#entry.putWhole(pieces);
      else await this.#entry.putPart(number, pieces);
      this.#settle(number);
    });
    this.#flying.add(flight);
    flight.then(() => this.#flying.delete(flight));
  }

  /** Only parts without a gap before them count. */
  #settle(number: number): void {
    this.#sent.add(number);
    while (this.#sent.delete(this.#settledParts + 1)) this.#settledParts++;
  }

  #drain(): { piece: Piece; slabs: Buffer[] } {
    const { sizeBytes, source, slabs } = this.#memory.drain();
    const piece = { position: this.#position - sizeBytes, sizeBytes, source };
    if (sizeBytes > 0) this.#pieces.push(piece);
    return { piece, slabs };
  }

  /** Never rejects: who writes next is told. The memory comes free either way. */
  async #watched(slabs: Buffer[], work: () => Promise<void>): Promise<void> {
    try {
      await this.#budget.sending(work());
    } catch (error) {
      this.#failure ??= asAppError(error);
    } finally {
      this.#release(slabs);
    }
  }

  #release(slabs: Buffer[]): void {
    returnSlabs(slabs);
    this.#budget.give(slabs.length * slabBytes);
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }
}
