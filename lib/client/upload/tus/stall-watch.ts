const stalledMs = 60_000;
const lookEveryMs = 5_000;

/** Detects a request that neither moves nor fails, as after a laptop's sleep or behind a dead router. */
export class StallWatch {
  readonly #onStall: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #silentSince: number | null = null;

  constructor(onStall: () => void) {
    this.#onStall = onStall;
  }

  recordActivity(): void {
    this.#silentSince = performance.now();
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#silentSince = null;
  }

  #look(): void {
    if (this.#silentSince === null || performance.now() - this.#silentSince < stalledMs) return;
    this.stop();
    this.#onStall();
  }
}
