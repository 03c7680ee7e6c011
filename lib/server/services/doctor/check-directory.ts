import 'server-only';
import type { Client } from 'ldapts';
import type { Finding } from '@/lib/contract/admin/doctor';
import { failureAt, withServer } from '@/lib/server/auth/directory/connection';
import { findEntries, groupsOf } from '@/lib/server/auth/directory/directory';
import { NoSubject, subjectOf } from '@/lib/server/auth/directory/entry';
import type { Config } from '@/lib/server/config';
import { directoryUrls } from '@/lib/server/config/directory';
import type { Context } from '@/lib/server/context';
import { isLoopback } from '@/lib/server/network-address';
import { OutsideFailure, type OutsidePlace } from '@/lib/server/outside/outside-failure';
import { finding } from './finding';

/** Does at every server what a sign-in does before it tries the password. The first that isn't fine counts. */
export async function checkDirectory({ config }: Context): Promise<Finding> {
  const urls = directoryUrls(config);
  if (urls.length === 0) return finding('directory', 'skipped', 'off');
  const found = await Promise.all(urls.map((url) => checkServer(config, url)));
  const said = found.find(({ outcome }) => outcome === 'failure') ?? found.find(isNotFine) ?? found[0];
  return said ?? finding('directory', 'skipped', 'off');
}

const isNotFine = ({ outcome }: Finding) => outcome !== 'fine';

const codes: Record<OutsidePlace, string> = {
  connection: 'unreachable',
  certificate: 'untrusted',
  signIn: 'refused',
  request: 'noBase',
};

async function checkServer(config: Config, url: string): Promise<Finding> {
  const { LDAP_BASE: base = '', LDAP_FILTER, LDAP_BIND_DN: dn = '' } = config;
  const filter = LDAP_FILTER.replaceAll('{login}', '*');
  try {
    const hasPeople = await withServer(config, url, (client) => canSignIn(client, config, filter));
    if (!hasPeople) return finding('directory', 'warning', 'nobody', { base, filter });
  } catch (error) {
    if (error instanceof NoSubject) return finding('directory', 'failure', 'noId', { reason: error.message });
    const { place, line: reason } = error instanceof OutsideFailure ? error : failureAt('request', error);
    return finding('directory', 'failure', codes[place], { url, base, dn, reason });
  }
  const { protocol, hostname } = new URL(url);
  const isOpen = protocol === 'ldap:' && !config.LDAP_STARTTLS && !isLoopback(hostname);
  return finding('directory', isOpen ? 'warning' : 'fine', isOpen ? 'notEncrypted' : 'fine', { url, base });
}

/** @throws OutsideFailure, NoSubject */
async function canSignIn(client: Client, config: Config, filter: string): Promise<boolean> {
  const [entry] = await findEntries(client, config, { filter, sizeLimit: 1 });
  if (!entry) return false;
  subjectOf(entry, config.LDAP_ID);
  await groupsOf(client, config, { entry, login: '*' });
  return true;
}
