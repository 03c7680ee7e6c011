import 'server-only';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { AppError } from '@/lib/contract/errors';
import { keyChars } from '@/lib/contract/http/request-parts';
import { type BundleHead, bundleLimits, lengthBytes } from '@/lib/domain/file/bundle';
import { invalid, invalidFromSchema } from '@/lib/server/http/invalid';
import { maxEpochMs } from '../naming';

/** `problem` is of this file alone. */
export type BundleRecord = { head: BundleHead; bytes: Buffer; problem: AppError | null };

/** Ends a bundle; the records before it count. `key` is of the head that can't be followed. */
export class BundleEnd extends Error {
  readonly reason: AppError;
  readonly key: string | undefined;

  constructor(reason: AppError, key?: string) {
    super(reason.code, { cause: reason });
    this.reason = reason;
    this.key = key;
  }
}

/** Without these no next record can be found. */
const Frame = z.object({
  key: z.unknown().optional(),
  size: z.int().min(0).max(bundleLimits.fileBytes),
  ask: z.literal(true).optional(),
});

const Head = Frame.extend({
  key: z.string().min(keyChars.min).max(keyChars.max),
  path: z.string(),
  modified: z.int().min(0).max(maxEpochMs).optional(),
  type: z.string().optional(),
});

/**
 * Reads records one after the other, however the body is cut into pieces.
 * @throws BundleEnd for a body that breaks off, a head that can't be read or followed, one too many, and when stopped
 */
export async function* readBundle(body: Readable | null, stop: AbortSignal): AsyncGenerator<BundleRecord> {
  const bytes = new ByteReader(body ?? Readable.from([]), stop);
  try {
    for (let count = 0; ; count++) {
      const start = await bytes.take(lengthBytes, true);
      if (start === null) return;
      if (count === bundleLimits.files)
        throw new BundleEnd(new AppError('bundle.tooMany', { max: bundleLimits.files }));
      yield await readRecord(bytes, start.readUInt32BE());
    }
  } finally {
    bytes.close();
  }
}

async function readRecord(bytes: ByteReader, headBytes: number): Promise<BundleRecord> {
  if (headBytes > bundleLimits.headBytes)
    throw new BundleEnd(invalid('head', 'tooManyBytes', { max: bundleLimits.headBytes }));
  const value = parseObject(await bytes.take(headBytes));
  const frame = Frame.safeParse(value);
  if (!frame.success) throw new BundleEnd(invalidFromSchema(frame.error), keyIn(value));
  const { size, ask } = frame.data;
  const { data: head, error } = Head.safeParse(value);
  const content = ask ? Buffer.alloc(0) : await bytes.take(size);
  if (head) return { head: { ...head, path: head.path.toWellFormed() }, bytes: content, problem: null };
  return {
    head: { key: keyIn(value) ?? '', path: '', size },
    bytes: content,
    problem: error && invalidFromSchema(error),
  };
}

function parseObject(bytes: Buffer): { key?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BundleEnd(invalid('head', 'notJson'));
  }
  if (typeof value !== 'object' || value === null) throw new BundleEnd(invalid('head', 'wrongType'));
  return value;
}

const keyIn = ({ key }: { key?: unknown }): string | undefined =>
  typeof key === 'string' ? key.slice(0, keyChars.max) : undefined;

/** Takes a body apart. It stays open when the reading ends, for the answer to reach its sender. */
class ByteReader {
  readonly #body: Readable;
  readonly #stop: AbortSignal;
  #chunks: Buffer[] = [];
  #length = 0;
  #wake = () => {};

  constructor(body: Readable, stop: AbortSignal) {
    this.#body = body;
    this.#stop = stop;
    for (const event of bodyEvents) body.on(event, this.#onChange);
    stop.addEventListener('abort', this.#onChange);
  }

  async take(count: number): Promise<Buffer>;
  /** @param mayEnd gives null at the body's end */
  async take(count: number, mayEnd: true): Promise<Buffer | null>;
  async take(count: number, mayEnd = false): Promise<Buffer | null> {
    while (this.#length < count) {
      const chunk = await this.#next();
      if (chunk) {
        this.#chunks.push(chunk);
        this.#length += chunk.length;
      } else if (mayEnd && this.#length === 0 && this.#body.readableEnded) return null;
      else throw new BundleEnd(new AppError(this.#stop.aborted ? 'server.unavailable' : 'bundle.broken'));
    }
    return this.#cut(count);
  }

  /** A record within one chunk isn't copied. */
  #cut(count: number): Buffer {
    const [first] = this.#chunks;
    const isInFirst = first !== undefined && first.length >= count;
    const whole = isInFirst ? first : Buffer.concat(this.#chunks);
    const rest = whole.subarray(count);
    this.#chunks = [...(rest.length > 0 ? [rest] : []), ...(isInFirst ? this.#chunks.slice(1) : [])];
    this.#length -= count;
    return whole.subarray(0, count);
  }

  async #next(): Promise<Buffer | null> {
    while (!this.#stop.aborted) {
      const chunk: Buffer | null = this.#body.read();
      if (chunk) return chunk;
      if (this.#body.readableEnded || this.#body.destroyed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return null;
  }

  #onChange = () => this.#wake();

  close(): void {
    for (const event of bodyEvents) this.#body.off(event, this.#onChange);
    this.#stop.removeEventListener('abort', this.#onChange);
  }
}

const bodyEvents = ['readable', 'end', 'close', 'error'] as const;
