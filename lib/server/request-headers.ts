import 'server-only';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { choiceCookieNames } from '@/lib/contract/http/names';

export type RequestHeaders = Pick<Headers, 'get' | 'has'>;

/** Decodes UTF-8, or Latin-1 when it is invalid. */
export function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !Buffer.from(text).equals(bytes) ? bytes.toString('latin1') : text;
}

/** Decodes UTF-8 in a header, which Node reads as Latin-1. */
export const utf8Of = (header: string): string => textOfBytes(Buffer.from(header, 'latin1'));

/** Avoids copying all headers, which costs a small range request 5 % of its time. */
export function requestHeaders(all: IncomingHttpHeaders): RequestHeaders {
  const get = (name: string): string | null => {
    const value = all[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return { get, has: (name) => get(name) !== null };
}

/** Several Host headers, or one that names no host, may mean another to a proxy in front (RFC 9112, section 3.2). */
export function namesOneHost({ rawHeaders, headers: { host = '' } }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) count++;
  return count < 2 && !/[\s/\\?#@,]/.test(host);
}

/** Limits the lookups per request. Browsers send far fewer. */
const maxValues = 8;

/**
 * Returns all values of a cookie name. Other paths, a parent domain or an older system may have set the same name,
 * and the order doesn't tell which is valid (RFC 6265, section 4.2.2).
 */
export function cookiesOf(headers: Pick<RequestHeaders, 'get'>, name: string): string[] {
  const values = new Set<string>();
  for (const pair of pairsOf(headers)) {
    const end = pair.indexOf('=');
    if (end < 0 || pair.slice(0, end).trim() !== name) continue;
    const value = decode(pair.slice(end + 1).trim());
    if (value) values.add(value);
    if (values.size === maxValues) break;
  }
  return [...values];
}

export const cookieNamesOf = (headers: Pick<RequestHeaders, 'get'>): string[] =>
  pairsOf(headers).map((pair) => pair.trim().split('=', 1)[0] ?? '');

const pairsOf = (headers: Pick<RequestHeaders, 'get'>): string[] => (headers.get('cookie') ?? '').split(';');

/** Removes quotes, which some cookie jars add (RFC 6265, section 4.1.1). */
function decode(written: string): string {
  const value = /^"(.*)"$/.exec(written)?.[1] ?? written;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const cookieLanguages = (headers: Pick<RequestHeaders, 'get'>): string[] => [
  ...cookiesOf(headers, choiceCookieNames.language),
  ...cookiesOf(headers, choiceCookieNames.inboxLanguage),
];

/** All languages by preference, for texts in more languages than the screens. */
export const languagesOf = (headers: Headers): string[] => [
  ...cookieLanguages(headers),
  ...(headers.get('accept-language') ?? '').split(','),
];
