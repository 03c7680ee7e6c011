import fs from 'node:fs';
import path from 'node:path';
import { canParseUrl } from '@/lib/domain/url';
import { Failure, sentenceOf } from './failure';
import { ignoreSystemErrors, readJson, userFolders, writeSecret } from './user-folders';

type StoredServer = { token: string; user: string };
type Servers = { chosen: string | null; servers: Record<string, StoredServer> };

const file = path.join(userFolders.config, 'servers.json');

export type ServerAccess = { url: string; token: string | null };
export type SignedInServer = { url: string; token: string };

export function readServers(): Servers {
  let mode = 0;
  ignoreSystemErrors(() => {
    mode = fs.statSync(file).mode;
  });
  if (mode & 0o077 && process.platform !== 'win32')
    throw new Failure(`${file} can be read by others. Run: chmod 600 ${file}`, 'usage');
  return readJson<Servers>(file) ?? { chosen: null, servers: {} };
}

/** @throws Failure before somebody confirms a sign-in whose token can't be kept */
export function checkCanStore(): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
  } catch (error) {
    throw new Failure(`${sentenceOf(error)}. Set HOME, or SLIPWAY_URL and SLIPWAY_TOKEN.`);
  }
}

export function storeServer(url: string, known: StoredServer): void {
  const { servers } = readServers();
  writeSecret(file, { chosen: url, servers: { ...servers, [url]: known } });
}

export function forgetServer(url: string): boolean {
  const { chosen, servers } = readServers();
  const { [url]: known, ...others } = servers;
  const next = chosen === url ? (Object.keys(others)[0] ?? null) : chosen;
  if (known) writeSecret(file, { chosen: next, servers: others });
  return known !== undefined;
}

/** Adds a missing scheme and removes the path of a page. @throws Failure for an invalid address */
export function serverUrl(given: string): string {
  const text = given.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!canParseUrl(whole)) throw new Failure(`${text} is not a server address.`, 'usage');
  const { origin, pathname } = new URL(whole);
  return origin + pathname.replace(/\/(app|api|u|cli)(\/.*)?$/, '').replace(/\/+$/, '');
}

/**
 * SLIPWAY_URL and SLIPWAY_TOKEN win over stored servers, `--server` over SLIPWAY_URL.
 * @param link names the server; SLIPWAY_TOKEN is only sent to a server that the user named
 */
export function serverFor(given: string | undefined, link?: string): ServerAccess {
  // biome-ignore lint/style/noProcessEnv: set by users for scripts
  const { SLIPWAY_URL } = process.env;
  // biome-ignore lint/style/noProcessEnv: set by users for scripts
  const SLIPWAY_TOKEN = process.env.SLIPWAY_TOKEN?.trim();
  if (SLIPWAY_TOKEN && !/^[!-~]+$/.test(SLIPWAY_TOKEN))
    throw new Failure('SLIPWAY_TOKEN is no access token: it has blanks or other signs.', 'notAllowed');
  const { chosen, servers } = readServers();
  const urlOf = (text: string) => findStoredServer(servers, text) ?? serverUrl(text);
  const named = given ?? SLIPWAY_URL ?? chosen;
  const address = link ?? named;
  if (!address) throw new Failure('Which server? Run: slipway login https://your.server', 'notAllowed');
  const url = urlOf(address);
  const isNamedByUser = [named, SLIPWAY_URL ?? named].every((one) => one && urlOf(one) === url);
  return { url, token: (isNamedByUser && SLIPWAY_TOKEN) || servers[url]?.token || null };
}

export function namedServer(given: string | undefined): string | null {
  const { chosen, servers } = readServers();
  // biome-ignore lint/style/noProcessEnv: set by users for scripts
  const named = given ?? process.env.SLIPWAY_URL ?? chosen;
  return named && (findStoredServer(servers, named) ?? serverUrl(named));
}

const findStoredServer = (servers: Servers['servers'], text: string) =>
  Object.keys(servers).find((url) => url === text || new URL(url).host === text);

export function signedInServer(given: string | undefined, link?: string): SignedInServer {
  const { url, token } = serverFor(given, link);
  if (!token) throw new Failure(`You aren’t signed in to ${url}. Run: slipway login ${url}`, 'notAllowed');
  return { url, token };
}
