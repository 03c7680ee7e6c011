import 'server-only';
import { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { formLimits } from '@/lib/contract/byte-calls/forms';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { invalid } from '@/lib/server/http/invalid';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { type FormPart, type PartHeaders, type PartSource, parsePart } from './part';

type ParserConfig = ConstructorParameters<typeof Dicer>[0] & { maxHeaderSize: number };

/**
 * Parses a form while it arrives, with at most one chunk read ahead. The caller reads each part to its end before the next
 * one, and then calls `check`.
 */
export class FormReader implements PartSource {
  #body: Readable;
  #parser: Dicer;
  #parts: FormPart[] = [];
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

  /** Returns null after the last part. @throws form.broken, form.tooManyParts, or the error of `fail` */
  async next(): Promise<FormPart | null> {
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

  /** @throws the form's first error so far */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  fail(failure: AppError): void {
    if (this.#isOver) return;
    this.#failure ??= failure;
    this.#last?.body.destroy();
    this.#wake();
  }

  close(): void {
    this.#body.off('data', this.#onData);
    this.#body.pause();
  }

  #onData = (chunk: Buffer) => {
    this.#isEmpty = false;
    if (this.#isOver || this.#failure) return;
    this.#body.pause();
    // Called back once all of the chunk is parsed and its parts' buffers have space.
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
    body.on('error', () => undefined); // reported by the parser's own error event
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
        this.#parts.push(parsePart(headers, body));
      } catch (error) {
        this.fail(error instanceof AppError ? error : new AppError('form.broken'));
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

  /** The parser skips a part whose headers never end; here that is an error. */
  #checkLast(): void {
    if (this.#last && !this.#last.hasHeaders) this.fail(new AppError('form.broken'));
  }
}

/** Any printable ASCII of the length that RFC 2046 allows: some programs use more characters than it does. */
const boundaryPattern = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;

/** @throws request.invalid unless the content type is a form's */
export function parseBoundary(headers: RequestHeaders): string {
  const type = headers.get('content-type') ?? '';
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (mediaType(type) !== 'multipart/form-data' || !boundaryPattern.test(boundary)) {
    throw invalid('Content-Type', 'unsupported');
  }
  return boundary;
}
