import 'server-only';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import type { SessionCredential } from './remembered';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'slw_';
const idLength = 12;
const secretLength = 32;
const checksumLength = 6;

const randomLetters = customAlphabet(letters, idLength + secretLength);

/** Scanners for leaked secrets find this form; the checksum lets them tell a token from chance. */
const tokenPattern = new RegExp(
  `${prefix}[0-9A-Za-z]{${idLength + secretLength + checksumLength}}(?![0-9A-Za-z])`,
  'g',
);

export function newAccessToken(): { token: string; sessionId: string; secretHash: string } {
  const token = withChecksum(prefix + randomLetters());
  return { token, sessionId: sessionIdOf(token), secretHash: hashOf(token) };
}

/** The checksum finds typos and leaks. It is no protection against forgery, as anyone can compute it. */
export const withChecksum = (body: string): string => body + checksumOf(body);

export const looksLikeAccessToken = (text: string): boolean => text.startsWith(prefix);

export const readAccessToken = (text: string): SessionCredential | null =>
  accessTokensIn(text)[0] === text ? { sessionId: sessionIdOf(text), secretHash: hashOf(text) } : null;

export const accessTokensIn = (text: string): string[] =>
  (text.match(tokenPattern) ?? []).filter((token) =>
    token.endsWith(checksumOf(token.slice(0, -checksumLength))),
  );

const sessionIdOf = (token: string) => token.slice(0, prefix.length + idLength);

/** Fast on purpose: the secret has 190 random bits, so a slow hash adds nothing. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let n = 0; n < checksumLength; n++) {
    sum = letters[rest % letters.length] + sum;
    rest = Math.floor(rest / letters.length);
  }
  return sum;
}
