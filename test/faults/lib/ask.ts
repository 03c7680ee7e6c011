import { createHash } from 'node:crypto';

/** What was asked for: each has answers that are right and answers that never are. */
export type Kind =
  | 'session'
  | 'nextauth'
  | 'login'
  | 'detail'
  | 'page'
  | 'open'
  | 'file'
  | 'create'
  | 'upload';

export type Answered = {
  kind: Kind;
  status: number;
  headers: Headers;
  body: Buffer;
  ms: number;
  /** Whether it is what was asked for, and not a word that one should come back. */
  isGood: boolean;
};

export type Asked = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** Longer than any answer may take whatever is broken; where bytes move, they take their time. */
const longestMs = 15_000;
const longestWithBytesMs = 60_000;

/** Counts answers and remembers those that nobody should ever get. */
export class Witness {
  readonly lies = new Map<string, number>();
  answers = 0;
  refusals = 0;
  slowestMs = 0;
  readonly #base: string;
  readonly #isHonest: (answer: Answered) => boolean;

  /** @param isHonest about refusals of the program's own, beside 503 */
  constructor(base: string, isHonest: (answer: Answered) => boolean = () => false) {
    this.#base = base;
    this.#isHonest = isHonest;
  }

  lie(text: string): void {
    this.lies.set(text, (this.lies.get(text) ?? 0) + 1);
  }

  /** One request; null when the connection broke. */
  async ask(
    kind: Kind,
    path: string,
    { method = 'GET', headers = {}, body }: Asked = {},
  ): Promise<Answered | null> {
    const began = performance.now();
    const answer = await this.#send(kind, path, { method, headers, ...(body !== undefined && { body }) });
    const ms = performance.now() - began;
    this.answers++;
    this.slowestMs = Math.max(this.slowestMs, ms);
    const limitMs = kind === 'upload' || kind === 'file' ? longestWithBytesMs : longestMs;
    if (ms > limitMs) this.lie(`${kind}: an answer took longer than ${limitMs / 1000} s`);
    if (typeof answer === 'string') {
      this.lie(`${kind}: ${answer}`);
      return null;
    }
    const answered = { ...answer, kind, ms, isGood: isGood(kind, answer.status, answer.body) };
    if (!answered.isGood) this.#judge(answered);
    return answered;
  }

  async #send(kind: Kind, path: string, init: RequestInit) {
    let status = 0;
    try {
      const response = await fetch(this.#base + path, { ...init, redirect: 'manual' });
      ({ status } = response);
      const body = Buffer.from(await response.arrayBuffer());
      return { status, headers: response.headers, body };
    } catch (error) {
      const { cause, message } = error as Error;
      // Of a download that has begun, breaking off is the only honest end.
      if (kind === 'file' && status > 0) return { status: 0, headers: new Headers(), body: Buffer.alloc(0) };
      return `no answer (${cause instanceof Error ? cause.message : message})`;
    }
  }

  #judge(answer: Answered): void {
    this.refusals++;
    const { kind, status, body } = answer;
    if (kind === 'file' && status === 0) return;
    if (isProper503(answer) || this.#isHonest(answer)) return;
    this.lie(`${kind}: ${status} ${body.toString('utf8', 0, 120).replaceAll(/\s+/g, ' ')}`);
  }
}

function isGood(kind: Kind, status: number, body: Buffer): boolean {
  const text = () => body.toString('utf8');
  switch (kind) {
    case 'upload':
      return status === 200 || status === 201 || status === 204;
    case 'page':
    case 'open':
      return status === 200 && !text().includes('data-digest') && !text().includes('id="__next_error__"');
    case 'nextauth':
      return status === 200;
    case 'file':
      return status === 200;
    default:
      return status === 200 && /"success":true|"id":"/.test(text());
  }
}

/** It says when to come back, and says so in a way that a program or a person understands. */
function isProper503({ kind, status, headers, body }: Answered): boolean {
  if (status !== 503 || !(Number(headers.get('retry-after')) >= 1)) return false;
  if (body.length === 0) return kind === 'upload'; // an answer to HEAD
  const isPage = kind === 'page' || kind === 'open';
  return body.includes(isPage ? 'http-equiv="refresh"' : '"code":"server.unavailable"');
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
