const halfLifeMs = 3_000;
const shortestSampleMs = 200;
const warmUpMs = 2_000;

export class SpeedMeter {
  readonly #clock: () => number;
  #average = 0;
  #startedAt: number | null = null;
  #sampledAt = 0;
  #sampledBytes = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  restart(bytes: number): void {
    this.#average = 0;
    this.#startedAt = this.#sampledAt = this.#clock();
    this.#sampledBytes = bytes;
  }

  stop(): void {
    this.#startedAt = null;
  }

  sample(bytes: number): void {
    if (this.#startedAt === null) return;
    const now = this.#clock();
    const elapsedMs = now - this.#sampledAt;
    if (elapsedMs < shortestSampleMs) return;
    // An offset may fall back after a broken connection; that is no negative speed.
    const gained = Math.max(0, bytes - this.#sampledBytes);
    const isFirst = this.#sampledAt === this.#startedAt;
    const weight = isFirst ? 1 : 1 - 0.5 ** (elapsedMs / halfLifeMs);
    this.#average += weight * ((gained / elapsedMs) * 1000 - this.#average);
    this.#sampledAt = now;
    this.#sampledBytes = bytes;
  }

  get bytesPerSecond(): number | null {
    const isKnown = this.#startedAt !== null && this.#clock() - this.#startedAt >= warmUpMs;
    return isKnown && this.#average > 0 ? this.#average : null;
  }
}
