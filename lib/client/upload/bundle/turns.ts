type Work = (release: () => void) => () => void;

/** Lets some run at once, and the others wait in order. */
export class Turns {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param work begins at its turn, calls `release` at its end, and returns how to stop it
   * @returns how to stop it, begun or not
   */
  take(work: Work): () => void {
    let stop = () => {
      this.#waiting.delete(start);
    };
    const start = () => {
      this.#running++;
      let isOver = false;
      stop = work(() => {
        if (isOver) return;
        isOver = true;
        this.#running--;
        this.#next();
      });
    };
    this.#waiting.add(start);
    this.#next();
    return () => stop();
  }

  #next(): void {
    const [start] = this.#waiting;
    if (!start || this.#running >= this.#most) return;
    this.#waiting.delete(start);
    start();
  }
}
