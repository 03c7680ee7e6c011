import 'server-only';
import { config } from '@/lib/server/config';
import type { RequestHeaders } from '@/lib/server/request-headers';

/**
 * Whether a request comes from our own pages, or from no browser at all. A cookie rides along with other sites'
 * requests too, so what it carries may only change things from here; and signing in sets one.
 */
export function isOwnOrigin(headers: RequestHeaders): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(config().BASE_URL).origin;
}

/**
 * Whether a page of another site has a browser load this as a part of it: a picture, a frame, a script's request. Such
 * a page sees nothing of the answer (`Cross-Origin-Resource-Policy`), whatever it is. Following a link is something
 * else: that opens a page of its own.
 */
export function isPartOfOtherSite(headers: RequestHeaders): boolean {
  const dest = headers.get('sec-fetch-dest');
  return (
    ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '') &&
    dest !== null &&
    dest !== 'document'
  );
}
