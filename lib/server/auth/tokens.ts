import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { decode, encode } from 'next-auth/jwt';
import { cookieNames, headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { BoundedMap } from '@/lib/server/bounded-map';
import { config } from '@/lib/server/config';
import { cookiesOf, type RequestHeaders } from '@/lib/server/request-headers';
import { sessionIdleMs } from './session-rows';

type SessionToken = { token: string; validMs: number };

/** The row of a session or access token that a token names. */
export type SessionCredential = { sessionId: string; secretHash: string | null };

export type Carrier = 'header' | 'cookie';

/**
 * The session's row decides whether the token still counts. `validMs` is the time after which clients must refresh
 * it; a session that is kept accepts it for longer.
 */
export async function sealSessionToken(
  { sessionId, isKept }: { sessionId: string; isKept: boolean },
  now: Date,
): Promise<SessionToken> {
  const until = new Date(now.getTime() + sessionIdleMs(isKept));
  const token = await issueToken('session', { sid: sessionId }, until, now);
  return { token, validMs: config().SESSION_VALID };
}

const maxRepeats = 4;

/** A header that is sent twice comes as one, with commas. */
function valuesOf(headers: RequestHeaders, name: string): string[] {
  const values = (headers.get(name) ?? '').split(',').map((value) => value.trim());
  return [...new Set(values)].filter((value) => value !== '').slice(0, maxRepeats);
}

/** Lists the headers' tokens first. */
export function tokensOf(headers: RequestHeaders): { carrier: Carrier; token: string }[] {
  const bearers = valuesOf(headers, programHeaderNames.bearer).flatMap(
    (value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? [],
  );
  return [
    ...[...valuesOf(headers, headerNames.auth), ...bearers].map(
      (token) => ({ carrier: 'header', token }) as const,
    ),
    ...cookiesOf(headers, cookieNames.auth).map((token) => ({ carrier: 'cookie', token }) as const),
  ];
}

export const hasToken = (headers: RequestHeaders): boolean => tokensOf(headers).length > 0;

/** Each purpose has its own key, so that no token passes for one of another. */
type TokenPurpose =
  | 'session'
  | 'visit'
  | 'visitKey'
  | 'password'
  | 'probe'
  | 'ending'
  | 'recipient'
  | 'inbox'
  | 'challenge'
  | 'unconfirmed'
  | 'factorSetup';
export const visitMs = 4 * 3600 * 1000;

type TokenClaims = Record<string, string | number>;

/** By how much the clocks of two machines may be apart. */
export const containerSlackSeconds = 24 * 3600;

/**
 * Encrypts and signs claims (JWE, A256GCM) in a text that fits into a header or cookie. NextAuth makes its cookie the
 * same way, for the purpose 'session'.
 */
export const issueToken = (
  purpose: TokenPurpose,
  claims: TokenClaims,
  until: Date,
  now: Date,
): Promise<string> =>
  encode({
    token: { ...claims, until: until.getTime() },
    secret: authSecret(),
    salt: saltOf(purpose),
    // The container's own age runs by the clocks of machines, so it is long; `until` is what counts.
    maxAge: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) + containerSlackSeconds,
  });

/** Returns null for a text that is forged, garbled, expired or of another purpose. */
export async function openToken(purpose: TokenPurpose, text: string, now: Date): Promise<TokenClaims | null> {
  const claims = openedCache.get(keyOf(purpose, text)) ?? (await decrypt(purpose, text));
  return claims && Number(claims.until) > now.getTime() ? claims : null;
}

/** Saves decrypting, the largest cost of a small request. Whether a session still counts is looked up each time. */
const openedCache = new BoundedMap<string, TokenClaims>(2_000);

const keyOf = (purpose: TokenPurpose, text: string) => `${purpose} ${text} ${authSecrets().join(' ')}`;

async function decrypt(purpose: TokenPurpose, text: string): Promise<TokenClaims | null> {
  for (const secret of authSecrets()) {
    const claims = await decode({ token: text, secret, salt: saltOf(purpose) }).catch(() => null);
    if (!claims) continue;
    openedCache.set(keyOf(purpose, text), claims as TokenClaims);
    return claims as TokenClaims;
  }
  return null;
}

const saltOf = (purpose: TokenPurpose) => (purpose === 'session' ? '' : purpose);

export function authSecret(): string {
  const { AUTH_SECRET } = config();
  if (!AUTH_SECRET) throw new Error('AUTH_SECRET is missing: start through npm start or npm run dev.');
  return AUTH_SECRET;
}

/** All that open; the first one seals. */
export function authSecrets(): string[] {
  const { AUTH_SECRET_OLD } = config();
  return [authSecret(), ...(AUTH_SECRET_OLD ? [AUTH_SECRET_OLD] : [])];
}

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
  return { token, sessionId: sessionIdOf(token), secretHash: hashSecret(token) };
}

/** The checksum finds typos and leaks. It is no protection against forgery, as anyone can compute it. */
export const withChecksum = (body: string): string => body + checksumOf(body);

export const looksLikeAccessToken = (text: string): boolean => text.startsWith(prefix);

export const readAccessToken = (text: string): SessionCredential | null =>
  accessTokensIn(text)[0] === text ? { sessionId: sessionIdOf(text), secretHash: hashSecret(text) } : null;

export const accessTokensIn = (text: string): string[] =>
  (text.match(tokenPattern) ?? []).filter((token) =>
    token.endsWith(checksumOf(token.slice(0, -checksumLength))),
  );

const sessionIdOf = (token: string) => token.slice(0, prefix.length + idLength);

/** Of 256 bits, in letters and digits, because mail programs cut other signs from the ends of links. */
export const newSecret = customAlphabet(letters, 43);

/** Fast on purpose: the secret is random, so a slow hash adds nothing. */
export const hashSecret = (token: string) => createHash('sha256').update(token).digest('base64url');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let n = 0; n < checksumLength; n++) {
    sum = letters[rest % letters.length] + sum;
    rest = Math.floor(rest / letters.length);
  }
  return sum;
}

/** Takes the same time for near misses and for every length. */
export const isSameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

const digest = (text: string) => createHash('sha256').update(text).digest();
