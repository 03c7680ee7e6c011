import 'server-only';
import { type Client, ResultCodeError } from 'ldapts';
import type { Finding } from '@/lib/contract/admin/doctor';
import { withDirectory } from '@/lib/server/auth/directory/directory';
import type { Context } from '@/lib/server/context';
import { isLoopback } from '@/lib/server/network-address';
import { isUntrusted } from './check-settings';
import { failureReason, finding } from './finding';

/** Connects, signs in and searches as for a person. */
export async function checkDirectory({ config }: Context): Promise<Finding> {
  const { LDAP_URL: url, LDAP_BASE: base = '', LDAP_FILTER, LDAP_BIND_DN: dn = '' } = config;
  if (!url) return finding('directory', 'skipped', 'off');
  const filter = LDAP_FILTER.replaceAll('{login}', '*');
  let isSignedIn = false;
  try {
    const hasPeople = await withDirectory(config, (client) => {
      isSignedIn = true;
      return findsPeople(client, base, filter);
    });
    if (!hasPeople) return finding('directory', 'warning', 'nobody', { base, filter });
  } catch (error) {
    const reason = failureReason(error);
    const code = isSignedIn ? 'noBase' : wayCode(error, { dn, reason });
    return finding('directory', 'failure', code, { url, base, dn, reason });
  }
  const { protocol, hostname } = new URL(url);
  const isOpen = protocol === 'ldap:' && !config.LDAP_STARTTLS && !isLoopback(hostname);
  return finding('directory', isOpen ? 'warning' : 'fine', isOpen ? 'notEncrypted' : 'fine', { url, base });
}

function wayCode(error: unknown, { dn, reason }: { dn: string; reason: string }): string {
  if (isUntrusted(reason)) return 'untrusted';
  return error instanceof ResultCodeError && dn !== '' ? 'refused' : 'unreachable';
}

async function findsPeople(client: Client, base: string, filter: string): Promise<boolean> {
  const found = await client.search(base, { filter, scope: 'sub', sizeLimit: 1, attributes: ['1.1'] });
  return found.searchEntries.length > 0;
}
