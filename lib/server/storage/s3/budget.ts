import 'server-only';

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
