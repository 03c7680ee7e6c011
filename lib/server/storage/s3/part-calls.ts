import 'server-only';
import type { MemoryBudget } from './budget';
import { asAppError } from './errors';
import { returnSlabs, slabBytes } from './slabs';

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
