import type { WireFile } from '../wire-file';
import { putPart } from './put-part';

type PartAddress = { number: number; isStored: boolean; url: string; headers: Record<string, string> };
type ReadyPart = { body: Blob; signed: PartAddress };

export type DirectFile = {
  wire: WireFile;
  /** Its address at tus. */
  url: string;
  headers: Readonly<Record<string, string>>;
  partBytes: number;
  signal: AbortSignal;
  progress: (sentBytes: number) => void;
};

/** An answer of the server that tus reads as its own. Status 0: none came. */
export class DirectFailure extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body = '') {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}

/** Nothing has gone into the bucket: it can't be reached from here, or allows no page (CORS). */
export class BucketAway extends Error {}

/** Parts on their way at once, each in memory while it is hashed. */
const batch = 3;

const askAgainMs = 1_000;

/**
 * Puts a file into the bucket and waits until the server has read it there. Parts that an earlier attempt has left are not
 * sent again.
 * @throws DirectFailure, BucketAway, what `wire` throws
 */
export async function sendDirect(file: DirectFile): Promise<void> {
  const { wire, partBytes, signal, progress } = file;
  const count = Math.ceil(wire.size / partBytes);
  const sent = new Map<number, number>();
  const note = (number: number, bytes: number) => {
    sent.set(number, bytes);
    progress([...sent.values()].reduce((sum, one) => sum + one, 0));
  };
  let hasArrived = false;
  const put = async ({ body, signed }: ReadyPart) => {
    const { number, isStored } = signed;
    if (!isStored) {
      const isTaken = await putPart(signed, body, { signal, progress: (bytes) => note(number, bytes) });
      if (!isTaken) throw hasArrived ? new DirectFailure(0) : new BucketAway();
    }
    hasArrived = true;
    note(number, body.size);
  };
  let next: Promise<ReadyPart[]> | null = readyParts(file, 1, count);
  for (let first = 1; next; first += batch) {
    const parts: ReadyPart[] = await next;
    next = first + batch <= count ? readyParts(file, first + batch, count) : null;
    next?.catch(() => undefined); // thrown where it is awaited
    await Promise.all(parts.map(put));
  }
  while (!(await isComplete(file))) await new Promise((resolve) => setTimeout(resolve, askAgainMs));
}

async function readyParts(file: DirectFile, first: number, count: number): Promise<ReadyPart[]> {
  const { wire, partBytes } = file;
  const bodies = new Map<number, Blob>();
  const asked: { number: number; sha256: string }[] = [];
  for (let number = first; number < first + batch && number <= count; number++) {
    const bytes = await wire.slice((number - 1) * partBytes, Math.min(number * partBytes, wire.size));
    const body = bytes instanceof Blob ? bytes : new Blob([bytes]);
    bodies.set(number, body);
    asked.push({ number, sha256: await sha256Of(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes) });
  }
  const { parts } = (await post(file, '', { parts: asked })) as { parts: PartAddress[] };
  return parts.flatMap((signed) => {
    const body = bodies.get(signed.number);
    return body ? [{ body, signed }] : [];
  });
}

async function sha256Of(bytes: BufferSource): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function isComplete(file: DirectFile): Promise<boolean> {
  const answer = (await post(file, '/done', {})) as { isComplete: boolean };
  file.progress(file.wire.size);
  return answer.isComplete;
}

async function post({ url, headers, signal }: DirectFile, to: string, body: object): Promise<unknown> {
  const address = url.replace(/\/tus\/([^/]+)$/, '/direct/$1') + to;
  const sent = { method: 'POST', headers, body: JSON.stringify(body), signal };
  const answer = await fetch(address, sent).catch(() => null);
  if (!answer) throw new DirectFailure(0);
  if (!answer.ok) throw new DirectFailure(answer.status, await answer.text());
  return answer.json();
}
