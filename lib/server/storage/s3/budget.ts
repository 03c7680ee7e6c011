import 'server-only';

/** An upload that has bytes in memory and can put them into the bucket before they fill a part. */
export type MemoryHolder = { heldBytes: number; spill: () => Promise<void> };

type Waiting = { bytes: number; holder: MemoryHolder; go: () => void };

/**
 * The memory that all uploads of this process share. An upload that finds none free waits, and so does its client's
 * socket. When memory comes free, the upload nearest to a full part goes on first. When none will come free by itself,
 * because nothing is on its way to the bucket, an upload that isn't getting on has to put its bytes there as they are.
 */
export class MemoryBudget {
  #freeBytes: number;
  #waiting: Waiting[] = [];
  #holders = new Set<MemoryHolder>();
  #sending = 0;
  #isRelieving = false;

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  join(holder: MemoryHolder): void {
    this.#holders.add(holder);
  }

  leave(holder: MemoryHolder): void {
    this.#holders.delete(holder);
  }

  /** Resolves when this many bytes are the holder's. */
  async take(bytes: number, holder: MemoryHolder): Promise<void> {
    if (this.#waiting.length === 0 && bytes <= this.#freeBytes) {
      this.#freeBytes -= bytes;
      return;
    }
    const going = new Promise<void>((go) => this.#waiting.push({ bytes, holder, go }));
    this.#relieve();
    await going;
  }

  give(bytes: number): void {
    this.#freeBytes += bytes;
    this.#serve();
  }

  /** Work after which memory comes free. */
  async sending<T>(work: Promise<T>): Promise<T> {
    this.#sending++;
    try {
      return await work;
    } finally {
      this.#sending--;
      this.#relieve();
    }
  }

  #serve(): void {
    this.#waiting.sort((a, b) => b.holder.heldBytes - a.holder.heldBytes);
    for (let first = this.#waiting[0]; first && first.bytes <= this.#freeBytes; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#freeBytes -= first.bytes;
      first.go();
    }
  }

  #relieve(): void {
    this.#serve();
    if (this.#waiting.length === 0 || this.#sending > 0 || this.#isRelieving) return;
    const next = this.#waiting[0]?.holder;
    const heavy = [...this.#holders]
      .filter(({ heldBytes }) => heldBytes > 0)
      .sort((a, b) => Number(a === next) - Number(b === next) || b.heldBytes - a.heldBytes)[0];
    if (!heavy) return;
    this.#isRelieving = true;
    const over = () => {
      this.#isRelieving = false;
    };
    heavy
      .spill()
      .then(over, over)
      .then(() => this.#relieve());
  }
}
