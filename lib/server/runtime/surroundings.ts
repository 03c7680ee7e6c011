import 'server-only';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BadConfiguration, type Config, isQuoted, quotesCount } from '@/lib/server/config';
import { unknownNames } from '@/lib/server/config/unknown-names';
import { isLoopback } from '@/lib/server/network-address';
import { systemName } from '@/lib/server/plain-error';
import { longestSocketPath } from './postgres/server';

/** @throws BadConfiguration for settings of Node that undo our security */
export function checkSurroundings(env: NodeJS.ProcessEnv): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new BadConfiguration(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 believes anybody who claims to be the database, the bucket or a provider. Unset it, and name your own authority in NODE_EXTRA_CA_CERTS.',
    );
  }
  checkTemporaryFolder(os.tmpdir());
}

const longestTemporary = longestSocketPath - '/slipway-pages-XXXXXX/pages.sock.new'.length;

function checkTemporaryFolder(folder: string): void {
  if (Buffer.byteLength(folder) > longestTemporary) {
    throw new BadConfiguration(
      `TMPDIR is "${folder}", which is too long for a socket. Set it to a folder of at most ${longestTemporary} bytes.`,
    );
  }
  try {
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, 'slipway-')));
  } catch (error) {
    throw new BadConfiguration(
      `Nothing can be made in ${folder} (${systemName(error)}). Mount a tmpfs there that this account may write, or set TMPDIR to another folder.`,
    );
  }
}

/** `SLIPWAY_IN_FILE` has the names in `.env`, and lines of it that have no "=". */
export const warningsAboutNames = (env: NodeJS.ProcessEnv): string[] =>
  unknownNames(env, JSON.parse(env.SLIPWAY_IN_FILE ?? '[]'));

export function warningsAbout({ BASE_URL, HOST, TRUSTED_PROXIES, RATE_LIMITS, RAW }: Config): string[] {
  const { protocol, hostname } = new URL(BASE_URL);
  const isSecure = protocol === 'https:';
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(RAW)) {
    if (isQuoted(value)) warnings.push(`${name}: ${quotesCount}`);
  }
  if (!RATE_LIMITS) {
    warnings.push('RATE_LIMITS is off. Nothing here stops anybody from guessing passwords and links.');
  }
  if (!isSecure && !isLoopback(hostname)) {
    warnings.push(
      `BASE_URL is ${BASE_URL}: passwords and files go over the network for everybody to read. Put a proxy with https in front.`,
    );
  }
  if (isSecure && TRUSTED_PROXIES.length === 0) {
    warnings.push(
      'BASE_URL is https, so a proxy stands in front, but TRUSTED_PROXIES is unset: all callers count as one, that proxy.',
    );
  }
  if (isLoopback(new URL(BASE_URL).hostname) && !isLoopback(HOST)) {
    warnings.push(
      `HOST is ${HOST}, but BASE_URL is ${BASE_URL}: links and sign-in work on this machine alone. Set BASE_URL.`,
    );
  }
  return warnings;
}
