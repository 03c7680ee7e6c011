import 'server-only';
import { parseCookie } from 'cookie';
import { cookieNames, headerNames } from '@/lib/contract/names';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { Proof } from '@/lib/server/services/open/gate';

/** What a visitor of a public link shows. The header is percent-encoded UTF-8; one that isn't counts as missing. */
export function proofOf(headers: RequestHeaders): Proof {
  const cookies = parseCookie(headers.get('cookie') ?? '');
  return {
    password: decoded(headers.get(headerNames.password)),
    passwordCookie: cookies[cookieNames.password] ?? null,
    visitCookie: cookies[cookieNames.visit] ?? null,
  };
}

function decoded(value: string | null): string | null {
  try {
    return value === null ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
