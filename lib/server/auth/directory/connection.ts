import 'server-only';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { Client, ResultCodeError } from 'ldapts';
import type { Config } from '@/lib/server/config';
import { directoryUrls } from '@/lib/server/config/directory';
import { OutsideFailure, type OutsidePlace } from '@/lib/server/outside/outside-failure';

const stepMs = 5_000;
const totalMs = 12_000;
const awayMs = 60_000;

/** Servers that couldn't be reached are tried last for a while. */
const awayUntil = new Map<string, number>();
const isAway = (url: string) => Number((awayUntil.get(url) ?? 0) > Date.now());

/**
 * Connects and signs in as the account that searches, at the first server that can be reached.
 * @throws OutsideFailure
 */
export async function withDirectory<T>(config: Config, work: (client: Client) => Promise<T>): Promise<T> {
  const urls = directoryUrls(config).sort((one, other) => isAway(one) - isAway(other));
  const last = urls.pop() ?? '';
  for (const url of urls) {
    try {
      return await withServer(config, url, work);
    } catch (error) {
      if (!(error instanceof OutsideFailure) || error.place !== 'connection') throw error;
      awayUntil.set(url, Date.now() + awayMs);
    }
  }
  return withServer(config, last, work);
}

/** @throws OutsideFailure */
export async function withServer<T>(
  config: Config,
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { LDAP_STARTTLS, LDAP_CA_FILE, LDAP_BIND_DN, LDAP_BIND_PASSWORD } = config;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const tlsOptions = {
    host,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(LDAP_CA_FILE && { ca: await readFile(LDAP_CA_FILE).catch(failAt('certificate')) }),
  };
  const isTls = protocol === 'ldaps:';
  const client = new Client({ url, timeout: stepMs, connectTimeout: stepMs, ...(isTls && { tlsOptions }) });
  const steps = async () => {
    if (!isTls && LDAP_STARTTLS) await client.startTLS(tlsOptions).catch(failAt('connection'));
    if (LDAP_BIND_DN) await client.bind(LDAP_BIND_DN, LDAP_BIND_PASSWORD).catch(failAt('signIn'));
    return work(client);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failureAt('connection', new Error('no answer in time'))), totalMs);
  });
  try {
    return await Promise.race([steps(), late]);
  } finally {
    clearTimeout(timer);
    client.unbind().catch(() => undefined);
  }
}

/** A directory that didn't answer has failed on the way, wherever that was noticed. */
export const failureAt = (place: OutsidePlace, error: unknown): OutsideFailure =>
  error instanceof ResultCodeError
    ? new OutsideFailure(place, error, { code: error.code, words: wordsOf(error) })
    : new OutsideFailure(place === 'certificate' ? place : 'connection', error);

export const failAt =
  (place: OutsidePlace) =>
  (error: unknown): never => {
    throw error instanceof OutsideFailure ? error : failureAt(place, error);
  };

const referral = 10;

/** The library appends the code to the directory's words, which may be none. */
function wordsOf({ code, name, message }: ResultCodeError): string {
  if (code === referral)
    return 'it answers with a referral, which is not followed: name that server, or another LDAP_BASE';
  const words = message.replace(/(?:Code: 0x[\da-f]+)?$/i, '').trim();
  return words || name.replace(/Error$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
