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
