import 'server-only';
import { createHmac } from 'node:crypto';
import type { AliasContext } from '@/lib/server/context';
import { clientKey } from '@/lib/server/limits/counter-keys';

/**
 * The same for all deliveries of one client to one alias. Nobody without the installation's secret can find the address
 * by trying all there are. Null where no address is known.
 */
export function senderKey({ alias, client, config }: AliasContext): string | null {
  if (client.address === null) return null;
  const hmac = createHmac('sha256', `sender of a delivery ${config.AUTH_SECRET}`);
  return hmac
    .update(`${alias.id} ${clientKey(client.address)}`)
    .digest('base64url')
    .slice(0, 22);
}
