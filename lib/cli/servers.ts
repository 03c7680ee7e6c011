import fs from 'node:fs';
import path from 'node:path';
import { canParseUrl } from '@/lib/domain/url';
import { Failure } from './failure';
import { places, readJson, writeSecret } from './places';

type Known = { token: string; user: string };
type Servers = { chosen: string | null; servers: Record<string, Known> };

const file = path.join(places.config, 'servers.json');

export type Server = { url: string; token: string | null };

export function readServers(): Servers {
  const isOthers = (fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077;
  if (isOthers && process.platform !== 'win32')
    throw new Failure(`${file} can be read by others. Run: chmod 600 ${file}`, 'usage');
  return readJson<Servers>(file) ?? { chosen: null, servers: {} };
}

export function keepServer(url: string, known: Known): void {
  const { servers } = readServers();
  writeSecret(file, { chosen: url, servers: { ...servers, [url]: known } });
}

/** @returns whether there was one */
export function forgetServer(url: string): boolean {
  const { chosen, servers } = readServers();
  const { [url]: known, ...others } = servers;
  const next = chosen === url ? (Object.keys(others)[0] ?? null) : chosen;
  if (known) writeSecret(file, { chosen: next, servers: others });
  return known !== undefined;
}

/** An address as people give it, up to the path of ours. @throws Failure for what is none */
export function serverUrl(text: string): string {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!canParseUrl(whole)) throw new Failure(`${text} is not a server address.`, 'usage');
  const { origin, pathname } = new URL(whole);
  return origin + pathname.replace(/\/(app|api|u|cli)(\/.*)?$/, '').replace(/\/+$/, '');
}

/**
 * SLIPWAY_URL and SLIPWAY_TOKEN go before what `login` has kept; `--server` before SLIPWAY_URL.
 * @param link of a share, whose server it is then; one that nobody has named gets no SLIPWAY_TOKEN
 */
export function serverFor(given: string | undefined, link?: string): Server {
  // biome-ignore lint/style/noProcessEnv: what users set for scripts
  const { SLIPWAY_URL, SLIPWAY_TOKEN } = process.env;
  const { chosen, servers } = readServers();
  const urlOf = (said: string) => knownAs(servers, said) ?? serverUrl(said);
  const named = given ?? SLIPWAY_URL ?? chosen;
  const said = link ?? named;
  if (!said) throw new Failure('Which server? Run: slipway login https://your.server', 'notAllowed');
  const url = urlOf(said);
  const isMeant = [named, SLIPWAY_URL ?? named].every((one) => one && urlOf(one) === url);
  return { url, token: (isMeant && SLIPWAY_TOKEN) || servers[url]?.token || null };
}

/** A server may be named by its host alone, whatever its scheme. */
const knownAs = (servers: Servers['servers'], said: string) =>
  Object.keys(servers).find((url) => url === said || new URL(url).host === said);

/** @throws Failure where nobody has signed in */
export function signedIn(given: string | undefined, link?: string): { url: string; token: string } {
  const { url, token } = serverFor(given, link);
  if (!token) throw new Failure(`You aren’t signed in to ${url}. Run: slipway login ${url}`, 'notAllowed');
  return { url, token };
}
