import 'server-only';
import type { RequestHeaders } from './request-headers';

/** Browsers send far fewer; each may have to be looked up. */
const most = 8;

/**
 * All values that a request's cookies of this name have, in their order. Several come where other paths, a parent domain
 * or an older system on this host set one of the same name; which of them comes first says nothing about which is good
 * (RFC 6265, section 4.2.2).
 */
export function cookiesOf(headers: Pick<RequestHeaders, 'get'>, name: string): string[] {
  const values = new Set<string>();
  for (const pair of pairsOf(headers)) {
    const end = pair.indexOf('=');
    if (end < 0 || pair.slice(0, end).trim() !== name) continue;
    const value = decoded(pair.slice(end + 1).trim());
    if (value) values.add(value);
    if (values.size === most) break;
  }
  return [...values];
}

/** The names of a request's cookies, in their order. */
export const cookieNamesOf = (headers: Pick<RequestHeaders, 'get'>): string[] =>
  pairsOf(headers).map((pair) => pair.trim().split('=', 1)[0] ?? '');

const pairsOf = (headers: Pick<RequestHeaders, 'get'>): string[] => (headers.get('cookie') ?? '').split(';');

/** Quotes around a value are a way to write it, and some programs' cookie jars add them (RFC 6265, section 4.1.1). */
function decoded(written: string): string {
  const value = /^"(.*)"$/.exec(written)?.[1] ?? written;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
