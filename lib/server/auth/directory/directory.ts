import 'server-only';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { Client, ResultCodeError } from 'ldapts';
import { AppError } from '@/lib/contract/errors';
import { namesIn } from '@/lib/server/auth/external/claim-values';
import type { Config } from '@/lib/server/config';
import { admissionRules, directorySource } from '@/lib/server/config/admission';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counters';
import { errorMessage } from '@/lib/server/plain-error';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { type DirectoryEntry, filledFilter, identityOf, textsOf } from './entry';

const stepMs = 5_000;
const totalMs = 12_000;

/** A slow directory must not fill this process with connections. */
const turns = new FairTurns({ running: 20, waiting: 100 });

type DirectoryLogin = { login: string; password: string };

/**
 * Returns the person if the directory knows the password. Empty ones, which many directories take for nobody's and
 * let in, never get there.
 * @throws auth.directoryAway, server.unavailable
 */
export async function personInDirectory(
  ctx: Context,
  given: DirectoryLogin,
): Promise<FederatedIdentity | null> {
  if (given.password === '' || given.login === '' || /\0/.test(given.login + given.password)) return null;
  return turns.run(clientKey(ctx.client.address), async () => {
    try {
      return await withDirectory(ctx.config, (client) => findPerson(ctx, client, given));
    } catch (error) {
      ctx.log.error(
        { event: 'login', source: directorySource, detail: detailOf(error) },
        'no use of LDAP_URL',
      );
      throw new AppError('auth.directoryAway', {}, { cause: error });
    }
  });
}

/** Connects and signs in as the account that searches. */
export async function withDirectory<T>(config: Config, work: (client: Client) => Promise<T>): Promise<T> {
  const { LDAP_URL = '', LDAP_STARTTLS, LDAP_CA_FILE, LDAP_BIND_DN, LDAP_BIND_PASSWORD } = config;
  const { protocol, hostname } = new URL(LDAP_URL);
  const host = hostname.replace(/^\[|\]$/g, '');
  const tlsOptions = {
    host,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(LDAP_CA_FILE && { ca: await readFile(LDAP_CA_FILE) }),
  };
  const isTls = protocol === 'ldaps:';
  const client = new Client({
    url: LDAP_URL,
    timeout: stepMs,
    connectTimeout: stepMs,
    ...(isTls && { tlsOptions }),
  });
  const steps = async () => {
    if (!isTls && LDAP_STARTTLS) await client.startTLS(tlsOptions);
    if (LDAP_BIND_DN) await client.bind(LDAP_BIND_DN, LDAP_BIND_PASSWORD);
    return work(client);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), totalMs);
  });
  try {
    return await Promise.race([steps(), late]);
  } finally {
    clearTimeout(timer);
    client.unbind().catch(() => undefined);
  }
}

const attributes = ['entryUUID', 'objectGUID', 'uid', 'sAMAccountName', 'mail'];

/** Follows no referral: it would hand passwords to a server that nobody named. */
async function findPerson(
  { config, log }: Context,
  client: Client,
  { login, password }: DirectoryLogin,
): Promise<FederatedIdentity | null> {
  const { LDAP_BASE = '', LDAP_FILTER, LDAP_GROUPS } = config;
  const find = async (filter: string, wanted: string[], sizeLimit: number) => {
    const options = { filter, sizeLimit, attributes: wanted, explicitBufferAttributes: ['objectGUID'] };
    return (await client.search(LDAP_BASE, { ...options, scope: 'sub' })).searchEntries as DirectoryEntry[];
  };
  const isFilter = LDAP_GROUPS.startsWith('(');
  const wanted = isFilter ? attributes : [...attributes, LDAP_GROUPS];
  const found = await find(filledFilter(LDAP_FILTER, { login }), wanted, 2);
  if (found.length > 1) log.warn({ event: 'login', login }, 'LDAP_FILTER finds several people');
  const entry = found.length === 1 ? found[0] : undefined;
  // The account that searches may see groups that the person may not.
  const groups = !entry
    ? []
    : isFilter
      ? (await find(filledFilter(LDAP_GROUPS, { dn: entry.dn, login }), ['cn'], 0)).map(({ dn }) => dn)
      : textsOf(entry, LDAP_GROUPS);
  if (!entry) {
    // Somebody unknown takes as long as a wrong password, which may be that of an account of ours.
    await isPasswordOf(client, `cn=nobody,${LDAP_BASE}`, 'of nobody');
    return null;
  }
  if (!(await isPasswordOf(client, entry.dn, password))) return null;
  const rules = admissionRules(config, directorySource) ?? {};
  return identityOf(entry, { groups: namesIn(groups), typed: login, rules });
}

/** Result codes by which directories say no to a person: wrong, none, locked, expired or inactive. */
const refusals = [19, 32, 34, 48, 49, 50, 53];

async function isPasswordOf(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.includes(error.code)) return false;
    throw error;
  }
}

const referral = 10;

function detailOf(error: unknown): string {
  if (!(error instanceof ResultCodeError)) return errorMessage(error);
  return error.code === referral
    ? 'it answers with a referral, which is not followed: name that server, or another LDAP_BASE'
    : `${error.code} ${error.message}`;
}
