import 'server-only';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from '@/lib/server/context';
import { authSecret, authSecrets } from './tokens';

/** Each purpose has its own key. */
export type StoredPurpose = 'second factor' | 'setting' | 'webhook';

export type SealedText = { owner: string; text: string };

/** A place that keeps sealed texts of one purpose. */
export type SecretStore = {
  purpose: StoredPurpose;
  /** Lists texts that don't begin with `prefix`. */
  list: (ctx: Pick<Context, 'db'>, prefix: string) => Promise<SealedText[]>;
  /** Leaves a text alone that somebody has changed meanwhile. */
  replace: (ctx: Pick<Context, 'db'>, was: SealedText, text: string) => Promise<number>;
};

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret for the database. The text begins with the id of its key; `owner` is the id of the row that it
 * belongs to, so that it can't be moved to another one.
 */
export function encryptSecret(purpose: StoredPurpose, owner: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(purpose, authSecret()), iv).setAAD(Buffer.from(owner));
  const sealed = [iv, sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()];
  return `${storedPrefix(purpose)}${Buffer.concat(sealed).toString('base64url')}`;
}

/** Begins all that `encryptSecret` returns under the present AUTH_SECRET. */
export const storedPrefix = (purpose: StoredPurpose): string => `${keyIdOf(purpose, authSecret())}.`;

/** Begins all that `decryptSecret` can open. */
export const openedPrefixes = (purpose: StoredPurpose): string[] =>
  authSecrets().map((secret) => `${keyIdOf(purpose, secret)}.`);

/** Returns null for a text that is damaged, of another row, or sealed under neither AUTH_SECRET nor AUTH_SECRET_OLD. */
export function decryptSecret(purpose: StoredPurpose, owner: string, text: string): string | null {
  const [keyId, body = ''] = text.split('.');
  const bytes = Buffer.from(body, 'base64url');
  const secret = authSecrets().find((each) => keyId === keyIdOf(purpose, each));
  if (secret === undefined || bytes.length < ivBytes + tagBytes) return null;
  const opening = createDecipheriv(cipher, keyOf(purpose, secret), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  opening.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}

const derive = (secret: string, info: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `slipway ${info}`, length));

const keyOf = (purpose: StoredPurpose, secret: string) => derive(secret, purpose, 32);
const keyIdOf = (purpose: StoredPurpose, secret: string) =>
  derive(secret, `id of ${purpose}`, 6).toString('base64url');
