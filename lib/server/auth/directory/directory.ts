import 'server-only';
import { type Client, type Filter, ResultCodeError } from 'ldapts';
import { AppError } from '@/lib/contract/errors';
import { namesIn } from '@/lib/server/auth/external/claim-values';
import type { Config } from '@/lib/server/config';
import { admissionRules, directorySource } from '@/lib/server/config/admission';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counters';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { bindRefusal } from './bind-refusal';
import { failAt, failureAt, withDirectory } from './connection';
import {
  binaryAttributes,
  type DirectoryEntry,
  filledFilter,
  identityOf,
  NoSubject,
  subjectAttributes,
  textsOf,
} from './entry';
import { stateAttributes } from './entry-state';

/** A slow directory must not fill this process with connections. */
const turns = new FairTurns({ running: 20, waiting: 100 });

type DirectoryLogin = { login: string; password: string };

/**
 * Returns the person if the directory knows the password. Empty ones, which many directories take for nobody's and
 * let in, never get there.
 * @throws auth.directoryAway, auth.directoryUnclear, auth.directoryNoId, auth.passwordExpired, server.unavailable
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
      if (error instanceof AppError) throw error;
      const { code, place, detail } = directoryProblem(error);
      ctx.log.error({ event: 'login', source: directorySource, place, detail }, 'no use of LDAP_URL');
      throw new AppError(code, {}, { cause: error });
    }
  });
}

/** Status, sentence and log of a failure, by where it happened. */
export function directoryProblem(error: unknown) {
  if (error instanceof NoSubject)
    return { code: 'auth.directoryNoId', place: 'entry', detail: error.message } as const;
  const { place, line } = error instanceof OutsideFailure ? error : failureAt('request', error);
  const code = place === 'connection' ? 'auth.directoryAway' : 'auth.directoryUnclear';
  return { code, place, detail: line } as const;
}

async function findPerson(
  { config, log }: Context,
  client: Client,
  { login, password }: DirectoryLogin,
): Promise<FederatedIdentity | null> {
  const { LDAP_BASE = '', LDAP_FILTER } = config;
  const found = await findEntries(client, config, {
    filter: filledFilter(LDAP_FILTER, { login }),
    sizeLimit: 2,
  });
  if (found.length > 1) log.warn({ event: 'login', login }, 'LDAP_FILTER finds several people');
  const entry = found.length === 1 ? found[0] : undefined;
  // The account that searches may see groups that the person may not.
  const groups = entry ? await groupsOf(client, config, { entry, login }) : [];
  // Somebody unknown takes as long as a wrong password, which may be that of an account of ours.
  const dn = entry?.dn ?? `cn=nobody,${LDAP_BASE}`;
  const refusal = await refusalOfBind(client, dn, entry ? password : 'of nobody');
  if (refusal && entry) {
    const { reason, isPasswordOver } = bindRefusal(refusal);
    log.info(
      { event: 'login', source: directorySource, login, reason, detail: refusal.line },
      'LDAP refuses',
    );
    if (isPasswordOver) throw new AppError('auth.passwordExpired');
  }
  if (refusal || !entry) return null;
  const rules = admissionRules(config, directorySource) ?? {};
  return identityOf(entry, { groups, typed: login, rules, idAttribute: config.LDAP_ID });
}

/** Whatever a directory answers to a person's password is a no; only one that doesn't answer is away. */
async function refusalOfBind(client: Client, dn: string, password: string): Promise<OutsideFailure | null> {
  try {
    await client.bind(dn, password);
    return null;
  } catch (error) {
    const failure = failureAt('signIn', error);
    if (error instanceof ResultCodeError) return failure;
    throw failure;
  }
}

type EntrySearch = { filter: string | Filter; sizeLimit: number };

/** People with all that a sign-in needs. Follows no referral: it would hand passwords to a server that nobody named. */
export async function findEntries(
  client: Client,
  { LDAP_BASE = '', LDAP_GROUPS, LDAP_ID }: Config,
  { filter, sizeLimit }: EntrySearch,
): Promise<DirectoryEntry[]> {
  const attributes = [...subjectAttributes(LDAP_ID), ...nameAttributes, ...stateAttributes];
  const search = client.search(LDAP_BASE, {
    scope: 'sub',
    filter,
    sizeLimit,
    attributes: isFilter(LDAP_GROUPS) ? attributes : [...attributes, LDAP_GROUPS],
    explicitBufferAttributes: binaryAttributes(LDAP_ID),
  });
  return (await search.catch(failAt('request'))).searchEntries as DirectoryEntry[];
}

const nameAttributes = ['uid', 'sAMAccountName', 'mail', 'displayName', 'cn'];
const isFilter = (groups: string) => groups.startsWith('(');

const groupsPage = 200;

/** Asked for in pages (RFC 2696), because directories limit the entries of one answer. */
export async function groupsOf(
  client: Client,
  { LDAP_BASE = '', LDAP_GROUPS }: Config,
  { entry, login }: { entry: DirectoryEntry; login: string },
): Promise<string[]> {
  if (!isFilter(LDAP_GROUPS)) return namesIn(textsOf(entry, LDAP_GROUPS));
  const filter = filledFilter(LDAP_GROUPS, { dn: entry.dn, login });
  const paged = { pageSize: groupsPage };
  const search = client.search(LDAP_BASE, { scope: 'sub', filter, paged, attributes: ['cn'] });
  const { searchEntries } = await search.catch(failAt('request'));
  return namesIn(searchEntries.map(({ dn }) => dn));
}
