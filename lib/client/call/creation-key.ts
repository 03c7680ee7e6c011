import { idempotencyHeader } from '@/lib/contract/http/names';

/** Random, as whoever knows it learns what the creation has made. */
export const newCreationKey = (): string =>
  crypto.getRandomValues(new Uint32Array(6)).join('-').padEnd(32, '-');

/** Headers of a creation. Asked for again, as by a button whose answer was lost, the same body makes nothing new. */
export class RepeatableCreation {
  #body = '';
  #key = '';

  headersFor(body: object): Record<string, string> {
    const text = JSON.stringify(body);
    if (text !== this.#body) [this.#body, this.#key] = [text, newCreationKey()];
    return { [idempotencyHeader]: this.#key };
  }

  /** Lets an equal one after this be another. */
  end(): void {
    this.#body = '';
  }
}
