import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';

/** A request's headers, by names in capital or small letters: the part of `Headers` that is used here. */
export type RequestHeaders = Pick<Headers, 'get' | 'has'>;

/** UTF-8 where it is, else Latin-1, which all bytes are. */
export function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !Buffer.from(text).equals(bytes) ? bytes.toString('latin1') : text;
}

/** What a header's value says, which node hands over byte by byte. */
export const utf8Of = (header: string): string => textOfBytes(Buffer.from(header, 'latin1'));

/** Node's own headers without a copy of them all, which costs a small range of a file a twentieth of its time. */
export function requestHeaders(all: IncomingHttpHeaders): RequestHeaders {
  const get = (name: string): string | null => {
    const value = all[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return { get, has: (name) => get(name) !== null };
}
