/** What a part says of itself: its field, and the file's name and type where it is one. */
export type PartHead = { name: string; filename: string | null; type: string };
export type PartSink = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  close: () => Promise<void>;
};

const maxHeadBytes = 16 * 1024;
const encoder = new TextEncoder();
const headEnd = encoder.encode('\r\n\r\n');

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads a form as it comes in, so that a film of 2 GB takes no more memory than a picture. The browser's own
 * `formData()` holds all of it. @throws Error for what is no form, or ends too soon
 */
export async function readForm(
  body: AsyncIterable<Bytes>,
  boundary: string,
  open: (head: PartHead) => Promise<PartSink>,
): Promise<void> {
  const form = new FormParts(boundary, open);
  for await (const bytes of body) await form.take(bytes);
  if (!form.isComplete) throw new Error('The form ends too soon.');
}

class FormParts {
  isComplete = false;
  #rest: Bytes = encoder.encode('\r\n'); // so that the first boundary looks like all others
  #state: 'before' | 'between' | 'head' | 'body' = 'before';
  #sink: PartSink | null = null;
  readonly #delimiter: Bytes;
  readonly #open: (head: PartHead) => Promise<PartSink>;

  constructor(boundary: string, open: (head: PartHead) => Promise<PartSink>) {
    this.#delimiter = encoder.encode(`\r\n--${boundary}`);
    this.#open = open;
  }

  async take(bytes: Bytes): Promise<void> {
    this.#rest = joined(this.#rest, bytes);
    while (!this.isComplete && (await this.#step()));
  }

  /** @returns whether there is more to do with what is here */
  #step(): Promise<boolean> | boolean {
    if (this.#state === 'between') return this.#between();
    return this.#state === 'head' ? this.#head() : this.#content();
  }

  /** Behind a boundary there is the next part, or the end. */
  #between(): boolean {
    if (this.#rest.length < 2) return false;
    const [first, second] = this.#rest;
    this.isComplete = first === 0x2d && second === 0x2d;
    if (!this.isComplete && (first !== 0x0d || second !== 0x0a)) throw new Error('This is no form.');
    this.#rest = this.#rest.subarray(2);
    this.#state = 'head';
    return true;
  }

  async #head(): Promise<boolean> {
    const end = find(this.#rest, headEnd);
    if (end < 0 && this.#rest.length > maxHeadBytes) throw new Error('This is no form.');
    if (end < 0) return false;
    this.#sink = await this.#open(headOf(new TextDecoder().decode(this.#rest.subarray(0, end))));
    this.#rest = this.#rest.subarray(end + headEnd.length);
    this.#state = 'body';
    return true;
  }

  /** Up to the next boundary; without one, all but what may be the beginning of one. */
  async #content(): Promise<boolean> {
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

function joined(a: Bytes, b: Bytes): Bytes {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function find(bytes: Bytes, wanted: Bytes): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, nth) => bytes[at + nth] === byte)) return at;
  }
  return -1;
}

function headOf(text: string): PartHead {
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const disposition = header('content-disposition');
  const value = (key: string) => new RegExp(`[; ]${key}="([^"]*)"`).exec(disposition)?.[1];
  const filename = value('filename');
  return {
    name: unescaped(value('name') ?? ''),
    filename: filename === undefined ? null : unescaped(filename),
    type: header('content-type'),
  };
}

/** What browsers escape in a form's names, and nothing else. */
const unescaped = (text: string) =>
  text.replaceAll('%22', '"').replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');
