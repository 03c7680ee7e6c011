import 'server-only';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import type { Shown } from './remembered';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'slw_';
const idLength = 12;
const secretLength = 32;
const sumLength = 6;

const newPart = customAlphabet(letters, idLength + secretLength);

/** In the form that scanners for leaked secrets look for; the last letters let them tell it from chance. */
const form = new RegExp(`${prefix}[0-9A-Za-z]{${idLength + secretLength + sumLength}}(?![0-9A-Za-z])`, 'g');

/** An access token, which nobody sees again, and what is kept of it. */
export function newAccessToken(): { token: string; sessionId: string; secretHash: string } {
  const token = withSum(prefix + newPart());
  return { token, sessionId: idOf(token), secretHash: hashOf(token) };
}

/** Anyone can compute this: the checksum finds typos and leaks, not forgeries. */
export const withSum = (body: string): string => body + sumOf(body);

export const looksLikeAccessToken = (text: string): boolean => text.startsWith(prefix);

/** Null for what was cut off or mistyped: nobody has to be asked about it. */
export const readAccessToken = (text: string): Shown | null =>
  accessTokensIn(text)[0] === text ? { sessionId: idOf(text), secretHash: hashOf(text) } : null;

/** Access tokens that are somewhere in a text. */
export const accessTokensIn = (text: string): string[] =>
  (text.match(form) ?? []).filter((token) => token.endsWith(sumOf(token.slice(0, -sumLength))));

const idOf = (token: string) => token.slice(0, prefix.length + idLength);

/** The secret has 190 random bits, so nothing is won by making its hash slow. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function sumOf(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let n = 0; n < sumLength; n++) {
    sum = letters[rest % letters.length] + sum;
    rest = Math.floor(rest / letters.length);
  }
  return sum;
}
