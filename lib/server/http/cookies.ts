import 'server-only';
import { stringifySetCookie } from 'cookie';
import { cookieNames } from '@/lib/contract/names';
import { paths } from '@/lib/paths';
import { config } from '@/lib/server/config';

/** A Set-Cookie that no script reads, sent over https alone where there is https. */
function secretCookie(cookie: {
  name: string;
  value: string;
  path: string;
  maxAge: number;
  strict: boolean;
}): string {
  const { strict, ...rest } = cookie;
  return stringifySetCookie({
    ...rest,
    httpOnly: true,
    secure: config().BASE_URL.startsWith('https:'),
    sameSite: strict ? 'strict' : 'lax',
  });
}

/** @param validMs 0 removes the cookie */
export const sessionCookie = (token: string, validMs: number): string =>
  secretCookie({
    name: cookieNames.auth,
    value: token,
    path: '/',
    maxAge: Math.ceil(validMs / 1000),
    strict: false,
  });

/** Proofs of a visitor go to the calls of that one link and nowhere else. */
export const openCookie = (
  name: 'visit' | 'password',
  linkId: string,
  value: string,
  validMs: number,
): string =>
  secretCookie({
    name: cookieNames[name],
    value,
    path: `/api/v2/open/share/${linkId}`,
    maxAge: Math.ceil(validMs / 1000),
    strict: true,
  });

/** The visit once more for the link's own page, also when a mail or another site leads back to it. */
export const pageVisitCookie = (linkId: string, value: string, validMs: number): string =>
  secretCookie({
    name: cookieNames.visit,
    value,
    path: paths.open(linkId),
    maxAge: Math.ceil(validMs / 1000),
    strict: false,
  });
