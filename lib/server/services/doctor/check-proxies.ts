import 'server-only';
import type { Finding } from '@/lib/contract/doctor';
import type { Context } from '@/lib/server/context';
import { isInNetworks } from '@/lib/server/network-address';
import { finding } from './finding';

export function checkProxies({ client, config }: Context, forwardedFor: string | null): Finding {
  const { TRUSTED_PROXIES, BASE_URL } = config;
  const address = client.address ?? '';
  const named = forwardedFor?.split(',').map((one) => one.trim()) ?? [];
  if (named.length > 0 && !named.includes(address) && !isInNetworks(TRUSTED_PROXIES, address)) {
    return finding('proxies', 'failure', 'notTrusted', { address });
  }
  // A browser on the proxy's own machine is named by the same address.
  if (named.length === 0 && isInNetworks(TRUSTED_PROXIES, address))
    return finding('proxies', 'failure', 'silent', { address });
  const isBehind = BASE_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0;
  if (isBehind && named.length === 0) return finding('proxies', 'warning', 'unnamed', { address });
  return finding('proxies', 'fine', 'fine', { address });
}
