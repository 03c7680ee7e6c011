import 'server-only';

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
