import 'server-only';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { FormPart, PartSource } from '../form/part';

/** A body that is one file, read like a form with one part. */
export class WholeBody implements PartSource {
  #body: Readable;
  #about: Omit<FormPart, 'body' | 'isMeta'>;
  #isGiven = false;
  #failure: AppError | null = null;

  constructor(body: Readable | null, about: Omit<FormPart, 'body' | 'isMeta'>) {
    this.#body = body ?? Readable.from([]);
    this.#about = about;
    this.#body.on('error', () => undefined); // reported by `check`
  }

  async next(): Promise<FormPart | null> {
    this.check();
    if (this.#isGiven) return null;
    this.#isGiven = true;
    return { ...this.#about, isMeta: false, body: this.#body };
  }

  /** @throws form.broken for an incomplete body, or the error of `fail` */
  check(): void {
    if (this.#failure) throw this.#failure;
    if (this.#isGiven && !this.#body.readableEnded) throw new AppError('form.broken');
  }

  fail(failure: AppError): void {
    this.#failure ??= failure;
  }

  close(): void {
    this.#body.pause();
  }
}
