import 'server-only';
import net, { type OnReadOpts, type Socket } from 'node:net';
import { SocketReader } from './socket-reader';

export type Direct = { etag: string | undefined; bytes: AsyncGenerator<Buffer> };

type Call = { url: string; headers: Record<string, string>; sizeBytes: number; silenceMs: number };

const maxHeadBytes = 64 * 1024;
const headEnd = '\r\n\r\n';
/** A field line without folding and without control characters (RFC 9112, 5); its value with blanks around it. */
const field = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * A GET whose body goes from its connection into buffers that are used again. Node's own client copies each piece twice
 * and leaves it to the garbage collector, which is half of what passing it on costs. It has a connection of its own, so
 * it is meant for what is large, and it understands one answer only: a 206 of exactly `sizeBytes`. Without TLS: there
 * Node goes on handing out what it has deciphered after it was told to stop, into buffers that somebody still reads.
 * @param call.url with `http:`
 * @returns null for any other answer, which is left to Node's client to understand
 */
export async function directGet(call: Call): Promise<Direct | null> {
  const url = new URL(call.url);
  const reader = new SocketReader((onread) => connectTo(url, onread), call.silenceMs);
  try {
    reader.send(requestFor(url, call.headers));
    const head = await readHead(reader);
    const fields = head && fieldsOf(head.text, call.sizeBytes);
    if (fields) return { etag: fields.get('etag'), bytes: bodyOf(reader, head.rest, call.sizeBytes) };
    reader.close();
    return null;
  } catch (error) {
    reader.close();
    throw error;
  }
}

function connectTo({ hostname, port }: URL, onread: OnReadOpts): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1'); // an address of IPv6 has brackets in a URL
  return net.connect({ host, port: Number(port) || 80, onread });
}

function requestFor({ pathname, search, host }: URL, headers: Record<string, string>): string {
  const lines = Object.entries({ host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Null for one that is longer than any. */
async function readHead(reader: SocketReader): Promise<{ text: string; rest: Buffer } | null> {
  let came = Buffer.alloc(0);
  while (came.length < maxHeadBytes) {
    const bytes = await reader.next();
    if (!bytes) throw new Error('The connection ended before an answer came.');
    came = Buffer.concat([came, bytes]);
    const end = came.indexOf(headEnd);
    if (end >= 0) return { text: came.toString('latin1', 0, end), rest: came.subarray(end + headEnd.length) };
  }
  return null;
}

/** Null for anything but a 206 whose body is exactly that many bytes, neither encoded nor in chunks. */
function fieldsOf(head: string, sizeBytes: number): Map<string, string> | null {
  const [status = '', ...lines] = head.split('\r\n');
  if (!/^HTTP\/1\.1 206(?: |$)/.test(status)) return null;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = field.exec(line) ?? [];
    if (!name) return null;
    const before = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), before === undefined ? value.trim() : `${before}, ${value}`);
  }
  const isPlain = !fields.has('transfer-encoding') && !fields.has('content-encoding');
  return isPlain && fields.get('content-length') === String(sizeBytes) ? fields : null;
}

async function* bodyOf(reader: SocketReader, rest: Buffer, sizeBytes: number): AsyncGenerator<Buffer> {
  let left = sizeBytes;
  try {
    for (let bytes: Buffer | null = rest; bytes; bytes = left > 0 ? await reader.next() : null) {
      const own = bytes.subarray(0, left);
      left -= own.length;
      if (own.length > 0) yield own;
    }
  } finally {
    reader.close();
  }
}
