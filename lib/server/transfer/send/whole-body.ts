import 'server-only';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Part, Parts } from '../form/part';

/** A request whose body is one file, read like a form with one part. */
export class WholeBody implements Parts {
  #body: Readable;
  #about: Omit<Part, 'body' | 'isMeta'>;
  #isGiven = false;
  #failure: AppError | null = null;

  constructor(body: Readable | null, about: Omit<Part, 'body' | 'isMeta'>) {
    this.#body = body ?? Readable.from([]);
    this.#about = about;
    this.#body.on('error', () => undefined); // seen by `check`
  }

  async next(): Promise<Part | null> {
    this.check();
    if (this.#isGiven) return null;
    this.#isGiven = true;
    return { ...this.#about, isMeta: false, body: this.#body };
  }

  /** @throws form.broken when the body ended before its end, or what it was made to fail with */
  check(): void {
    if (this.#failure) throw this.#failure;
    if (this.#isGiven && !this.#body.readableEnded) throw new AppError('form.broken');
  }

  fail(failure: AppError): void {
    this.#failure ??= failure;
  }

  /** Leaves the rest of the body to others. */
  close(): void {
    this.#body.pause();
  }
}
