import 'server-only';
import type { RequestHeaders } from './request-headers';

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
