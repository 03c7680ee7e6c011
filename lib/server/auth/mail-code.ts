import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import type { Context } from '@/lib/server/context';
import { isSameSecret } from './tokens';

/** A code of six digits that is mailed to an address to prove that it is somebody’s. */
export const codeMs = 15 * 60_000;
export const codeTries = 5;

/** @param of who has to prove the address */
export function newMailCode({ now, config }: Pick<Context, 'now' | 'config'>, of: string) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(now.getTime() + codeMs);
  return { code, hash: codeHash(config.AUTH_SECRET, of, code), tries: 0, expiresAt };
}

/** Keyed with the installation's secret: a leaked table of six-digit codes can't be brute-forced. */
const codeHash = (secret: string | undefined, of: string, code: string) =>
  createHmac('sha256', secret ?? '')
    .update(`${of} ${code}`)
    .digest('base64url');

export function isMailCode(
  { config: { AUTH_SECRET, AUTH_SECRET_OLD } }: Pick<Context, 'config'>,
  { of, code, hash }: { of: string; code: string; hash: string },
): boolean {
  const secrets = [AUTH_SECRET, ...(AUTH_SECRET_OLD ? [AUTH_SECRET_OLD] : [])];
  return secrets.some((secret) => isSameSecret(hash, codeHash(secret, of, code)));
}

/** Hides the address from people the link was forwarded to. */
export const maskedAddress = (address: string): string =>
  `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
