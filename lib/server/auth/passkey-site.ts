import 'server-only';
import { isIP } from 'node:net';

type PasskeySite = { rpId: string; origin: string };

/** Says where passkeys count, by BASE_URL and no request. Null where browsers offer none: without TLS, or by an address. */
export function passkeySite({ BASE_URL }: { BASE_URL: string }): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(BASE_URL);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return (protocol === 'https:' || isLocal) && !isNumber ? { rpId: hostname, origin } : null;
}
