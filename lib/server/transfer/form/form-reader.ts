import 'server-only';
import { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { formLimits } from '@/lib/contract/byte-calls/form-meta';
import { AppError } from '@/lib/contract/errors';
import { type Part, type PartHeaders, type Parts, partOf } from './part';

type ParserConfig = ConstructorParameters<typeof Dicer>[0] & { maxHeaderSize: number };

/**
 * Takes a form apart while it arrives: no part is read ahead further than a chunk of the body. The caller reads
 * each part to its end before asking for the next, and afterwards checks whether the form broke off in it.
 */
export class FormReader implements Parts {
  #body: Readable;
  #parser: Dicer;
  #parts: Part[] = [];
  #last: { body: Readable; hasHeaders: boolean } | null = null;
  #count = 0;
  #isEmpty = true;
  #isOver = false;
  #failure: AppError | null = null;
  #wake: () => void = () => undefined;

  constructor(given: Readable | null, boundary: string) {
    const body = given ?? Readable.from([]);
    this.#body = body;
    const config: ParserConfig = { boundary, maxHeaderPairs: 50, maxHeaderSize: formLimits.headerBytes };
    this.#parser = new Dicer(config);
    this.#parser.on('part', (part: Readable) => this.#onPart(part));
    this.#parser.on('finish', () => this.#onFinish());
    this.#parser.on('error', () => this.fail(new AppError('form.broken')));
    body.on('end', this.#onEnd);
    for (const event of ['error', 'close'] as const) body.on(event, this.#onCut);
    body.on('data', this.#onData);
    if (body.destroyed) this.#onCut();
  }

  /** Null after the last part. @throws form.broken, form.tooManyParts, or what it was made to fail with */
  async next(): Promise<Part | null> {
    for (;;) {
      this.check();
      const part = this.#parts.shift();
      if (part) return part;
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** @throws what the form failed with so far */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Ends the reading, also of the part that is being read. */
  fail(failure: AppError): void {
    if (this.#isOver) return;
    this.#failure ??= failure;
    this.#last?.body.destroy();
    this.#wake();
  }

  /** Leaves the rest of the body to others. */
  close(): void {
    this.#body.off('data', this.#onData);
    this.#body.pause();
  }

  #onData = (chunk: Buffer) => {
    this.#isEmpty = false;
    if (this.#isOver || this.#failure) return;
    this.#body.pause();
    // Called back once all of the chunk is taken apart and nobody's buffer is too full.
    this.#parser.write(chunk, () => this.#body.resume());
  };

  #onEnd = () => {
    if (this.#isEmpty) this.#finish();
    else if (!this.#isOver) this.#parser.end();
  };

  #onCut = () => {
    if (!this.#body.readableEnded) this.fail(new AppError('form.broken'));
  };

  #onPart(body: Readable): void {
    body.on('error', () => undefined); // the parser's error says it, too
    this.#checkLast();
    const last = { body, hasHeaders: false };
    this.#last = last;
    if (++this.#count > formLimits.parts) {
      this.fail(new AppError('form.tooManyParts', { max: formLimits.parts }));
      return;
    }
    body.on('header', (headers: PartHeaders) => {
      last.hasHeaders = true;
      try {
        this.#parts.push(partOf(headers, body));
      } catch {
        this.fail(new AppError('form.broken'));
      }
      this.#wake();
    });
  }

  #onFinish(): void {
    this.#checkLast();
    this.#finish();
  }

  #finish(): void {
    if (!this.#failure) this.#isOver = true;
    this.#wake();
  }

  /** The parser passes over a part whose headers never end; here every part counts. */
  #checkLast(): void {
    if (this.#last && !this.#last.hasHeaders) this.fail(new AppError('form.broken'));
  }
}
