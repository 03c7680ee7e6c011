import 'server-only';
import { config } from '@/lib/server/config';
import type { RequestHeaders } from '@/lib/server/request-headers';

/**
 * Accepts requests from our own pages and from programs. Protects changes by cookie, which other sites' requests
 * carry too, and signing in, which sets one.
 */
export function isOwnOrigin(headers: RequestHeaders): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(config().BASE_URL).origin;
}

/**
 * Detects a page of another site that embeds this: an image, a frame, a script's request. It can't read the answer
 * anyway (`Cross-Origin-Resource-Policy`). Links are navigations and pass.
 */
export function isPartOfOtherSite(headers: RequestHeaders): boolean {
  const dest = headers.get('sec-fetch-dest');
  return (
    ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '') &&
    dest !== null &&
    dest !== 'document'
  );
}
