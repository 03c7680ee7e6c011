import { createHash } from 'node:crypto';

/** Kinds of requests, each with expected and forbidden responses. */
export type RequestKind =
  | 'session'
  | 'nextauth'
  | 'login'
  | 'detail'
  | 'page'
  | 'open'
  | 'file'
  | 'create'
  | 'upload';

export type WitnessedReply = {
  kind: RequestKind;
  status: number;
  headers: Headers;
  body: Buffer;
  ms: number;
  /** True when the response is what was requested, not a request to come back. */
  isGood: boolean;
};

export type WitnessedRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** Upper limit for any response during a fault, except transfers. */
const longestMs = 15_000;
const longestWithBytesMs = 60_000;

/** Counts responses and collects forbidden ones. */
export class Witness {
  readonly lies = new Map<string, number>();
  answers = 0;
  refusals = 0;
  slowestMs = 0;
  readonly #base: string;
  readonly #isHonest: (answer: WitnessedReply) => boolean;

  /** @param isHonest about refusals of the program's own, beside 503 */
  constructor(base: string, isHonest: (answer: WitnessedReply) => boolean = () => false) {
    this.#base = base;
    this.#isHonest = isHonest;
  }

  lie(text: string): void {
    this.lies.set(text, (this.lies.get(text) ?? 0) + 1);
  }

  /** Sends a request. Returns null when the connection broke. */
  async ask(
    kind: RequestKind,
    path: string,
    { method = 'GET', headers = {}, body }: WitnessedRequest = {},
  ): Promise<WitnessedReply | null> {
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

  async #send(kind: RequestKind, path: string, init: RequestInit) {
    let status = 0;
    try {
      const response = await fetch(this.#base + path, { ...init, redirect: 'manual' });
      ({ status } = response);
      const body = Buffer.from(await response.arrayBuffer());
      return { status, headers: response.headers, body };
    } catch (error) {
      const { cause, message } = error as Error;
      // A download that has begun can only break off.
      if (kind === 'file' && status > 0) return { status: 0, headers: new Headers(), body: Buffer.alloc(0) };
      return `no answer (${cause instanceof Error ? cause.message : message})`;
    }
  }

  #judge(answer: WitnessedReply): void {
    this.refusals++;
    const { kind, status, body } = answer;
    if (kind === 'file' && status === 0) return;
    if (isProper503(answer) || this.#isHonest(answer)) return;
    this.lie(`${kind}: ${status} ${body.toString('utf8', 0, 120).replaceAll(/\s+/g, ' ')}`);
  }
}

function isGood(kind: RequestKind, status: number, body: Buffer): boolean {
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

/** A full disk has an answer of its own, with Retry-After. */
export const isDiskFullReply = ({ kind, status, headers, body }: WitnessedReply): boolean =>
  (status === 507 &&
    Number(headers.get('retry-after')) >= 1 &&
    (body.length === 0 || body.includes('"code":"storage.full"'))) ||
  (kind === 'upload' && status === 423);

/** Checks for Retry-After and a message that the caller understands. */
function isProper503({ kind, status, headers, body }: WitnessedReply): boolean {
  if (status !== 503 || !(Number(headers.get('retry-after')) >= 1)) return false;
  if (body.length === 0) return kind === 'upload'; // a response to HEAD
  const isPage = kind === 'page' || kind === 'open';
  return body.includes(isPage ? 'http-equiv="refresh"' : '"code":"server.unavailable"');
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
