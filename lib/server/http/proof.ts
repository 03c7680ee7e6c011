import 'server-only';
import { createHash } from 'node:crypto';
import { cookieNames, headerNames, idempotencyHeader } from '@/lib/contract/http/names';
import { keyChars } from '@/lib/contract/http/request-parts';
import { cookiesOf, type RequestHeaders, utf8Of } from '@/lib/server/request-headers';
import type { InboxProof } from '@/lib/server/services/alias/inbox-password';
import type { Proof } from '@/lib/server/services/open/gate';
import { invalid } from './invalid';

/**
 * Credentials of a link's visitor. The password header is percent-encoded UTF-8; invalid encoding counts as
 * missing.
 */
export function proofOf(headers: RequestHeaders, visitKey: string | null = null): Proof {
  return {
    password: decodeHeader(headers.get(headerNames.password)),
    passwordCookie: cookiesOf(headers, cookieNames.password),
    visitCookie: cookiesOf(headers, cookieNames.visit),
    recipientCookie: cookiesOf(headers, cookieNames.recipient),
    visitKey,
  };
}

export const isCreationKey = (key: string): boolean =>
  key.length >= keyChars.min && key.length <= keyChars.max;

export function idempotencyKeyOf(headers: RequestHeaders): string | null {
  const key = headers.get(idempotencyHeader);
  return key !== null && isCreationKey(key) ? key : null;
}

/** @throws request.invalid for a key that could be guessed, or is too long */
export function creationKeyOf(headers: RequestHeaders): string | null {
  const key = headers.get(idempotencyHeader);
  if (key === null || idempotencyKeyOf(headers)) return key;
  throw invalid(idempotencyHeader, key.length < keyChars.min ? 'tooShort' : 'tooLong', keyChars);
}

export const inboxProofOf = (headers: RequestHeaders, aliasId: string): InboxProof => ({
  password: decodeHeader(headers.get(headerNames.password)),
  cookie: cookiesOf(headers, inboxCookieName(aliasId)),
});

export const inboxCookiesIn =
  (headers: RequestHeaders) =>
  (aliasId: string): readonly string[] =>
    cookiesOf(headers, inboxCookieName(aliasId));

/** Hashed, because IDs contain characters that cookie names can't. */
export const inboxCookieName = (aliasId: string): string =>
  `${cookieNames.inbox}-${createHash('sha256').update(aliasId).digest('hex').slice(0, 16)}`;

export const visitKeyIn = (url: string): string | null =>
  new URL(url, 'http://localhost').searchParams.get('visit');

function decodeHeader(value: string | null): string | null {
  try {
    return value === null ? null : decodeURIComponent(utf8Of(value));
  } catch {
    return null;
  }
}
