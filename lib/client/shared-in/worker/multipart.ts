export type PartHead = { name: string; filename: string | null; type: string };
export type PartSink = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  close: () => Promise<void>;
};

const maxHeadBytes = 16 * 1024;
const encoder = new TextEncoder();
const headEnd = encoder.encode('\r\n\r\n');

type ByteChunk = Uint8Array<ArrayBuffer>;

/**
 * Parses a form as a stream, because `formData()` holds all of it in memory. @throws Error for a malformed or truncated
 * form
 */
export async function readForm(
  body: AsyncIterable<ByteChunk>,
  boundary: string,
  openSink: (head: PartHead) => Promise<PartSink>,
): Promise<void> {
  const form = new FormParts(boundary, openSink);
  for await (const bytes of body) await form.take(bytes);
  if (!form.isComplete) throw new Error('The form ends too soon.');
}

class FormParts {
  isComplete = false;
  #rest: ByteChunk = encoder.encode('\r\n'); // so that the first boundary looks like all others
  #state: 'before' | 'between' | 'head' | 'body' = 'before';
  #sink: PartSink | null = null;
  readonly #delimiter: ByteChunk;
  readonly #openSink: (head: PartHead) => Promise<PartSink>;

  constructor(boundary: string, openSink: (head: PartHead) => Promise<PartSink>) {
    this.#delimiter = encoder.encode(`\r\n--${boundary}`);
    this.#openSink = openSink;
  }

  async take(bytes: ByteChunk): Promise<void> {
    this.#rest = joined(this.#rest, bytes);
    while (!this.isComplete && (await this.#step()));
  }

  #step(): Promise<boolean> | boolean {
    if (this.#state === 'between') return this.#readDelimiterEnd();
    return this.#state === 'head' ? this.#readHead() : this.#readBody();
  }

  #readDelimiterEnd(): boolean {
    if (this.#rest.length < 2) return false;
    const [first, second] = this.#rest;
    this.isComplete = first === 0x2d && second === 0x2d;
    if (!this.isComplete && (first !== 0x0d || second !== 0x0a)) throw new Error('This is no form.');
    this.#rest = this.#rest.subarray(2);
    this.#state = 'head';
    return true;
  }

  async #readHead(): Promise<boolean> {
    const end = find(this.#rest, headEnd);
    if (end < 0 && this.#rest.length > maxHeadBytes) throw new Error('This is no form.');
    if (end < 0) return false;
    this.#sink = await this.#openSink(parseHead(new TextDecoder().decode(this.#rest.subarray(0, end))));
    this.#rest = this.#rest.subarray(end + headEnd.length);
    this.#state = 'body';
    return true;
  }

  /** Writes up to the next boundary. Without one, holds back what may be the beginning of one. */
  async #readBody(): Promise<boolean> {
    const at = find(this.#rest, this.#delimiter);
    const end = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at;
    if (end > 0) await this.#sink?.write(this.#rest.slice(0, end));
    this.#rest = this.#rest.subarray(at < 0 ? end : at + this.#delimiter.length);
    if (at < 0) return false;
    await this.#sink?.close();
    this.#sink = null;
    this.#state = 'between';
    return true;
  }
}

function joined(a: ByteChunk, b: ByteChunk): ByteChunk {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function find(bytes: ByteChunk, wanted: ByteChunk): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, nth) => bytes[at + nth] === byte)) return at;
  }
  return -1;
}

function parseHead(text: string): PartHead {
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const disposition = header('content-disposition');
  const value = (key: string) => new RegExp(`[; ]${key}="([^"]*)"`).exec(disposition)?.[1];
  const filename = value('filename');
  return {
    name: unescapeName(value('name') ?? ''),
    filename: filename === undefined ? null : unescapeName(filename),
    type: header('content-type'),
  };
}

const unescapeName = (text: string) =>
  text.replaceAll('%22', '"').replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');
