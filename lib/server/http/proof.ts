import 'server-only';
import { createHash } from 'node:crypto';
import { idempotencyHeader } from '@/lib/contract/http/idempotency';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { keyChars } from '@/lib/contract/http/request-parts';
import { cookiesOf } from '@/lib/server/request-cookies';
import { type RequestHeaders, utf8Of } from '@/lib/server/request-headers';
import type { InboxProof } from '@/lib/server/services/alias/inbox-password';
import type { Proof } from '@/lib/server/services/open/gate';

/**
 * What a visitor of a public link shows, in headers or in a URL that a page handed out. The header is UTF-8,
 * percent-encoded; one whose percent signs escape nothing counts as missing.
 */
export function proofOf(headers: RequestHeaders, visitKey: string | null = null): Proof {
  return {
    password: decoded(headers.get(headerNames.password)),
    passwordCookie: cookiesOf(headers, cookieNames.password),
    visitCookie: cookiesOf(headers, cookieNames.visit),
    recipientCookie: cookiesOf(headers, cookieNames.recipient),
    visitKey,
  };
}

/** Read by the call alone that begins visits: no other opens anything by it. */
export function idempotencyKeyOf(headers: RequestHeaders): string | null {
  const key = headers.get(idempotencyHeader);
  return key !== null && key.length >= keyChars.min && key.length <= keyChars.max ? key : null;
}

/** What a sender shows of the password of an inbox. */
export const inboxProofOf = (headers: RequestHeaders, aliasId: string): InboxProof => ({
  password: decoded(headers.get(headerNames.password)),
  cookie: cookiesOf(headers, inboxCookieName(aliasId)),
});

/** Ids have signs that names of cookies can't have. */
export const inboxCookieName = (aliasId: string): string =>
  `${cookieNames.inbox}-${createHash('sha256').update(aliasId).digest('hex').slice(0, 16)}`;

/** What proves a visit in a URL of the link's files. */
export const visitKeyIn = (url: string): string | null =>
  new URL(url, 'http://localhost').searchParams.get('visit');

function decoded(value: string | null): string | null {
  try {
    return value === null ? null : decodeURIComponent(utf8Of(value));
  } catch {
    return null;
  }
}
