import 'server-only';
import { createHash } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { decode } from 'next-auth/jwt';
import { returnPath } from '@/lib/domain/account/sign-in';
import { config } from '@/lib/server/config';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { cookieNamesOf, cookiesOf } from '@/lib/server/request-headers';
import { checkCookies, externalPath, returnCookie, sealedCookies, stateCookie } from './provider-options';

/** Each attempt has cookies of its own, named by its state, so that several tabs can sign in at once. */
const attemptCookie = (name: string, state: string): string => `${name}.${stateDigest(state)}`;

const stateDigest = (state: string) => createHash('sha256').update(state).digest('base64url').slice(0, 12);

export const withAttemptNames = (cookies: readonly string[], state: string): string[] =>
  cookies.map((line) => {
    const name = checkCookies.find((each) => line.startsWith(`${each}=`));
    return name ? `${attemptCookie(name, state)}${line.slice(name.length)}` : line;
  });

export const expireAttempt = (id: string, state: string): string[] => expiredCookies(id, stateDigest(state));

/** More Cookie headers would be too many for proxies. */
const maxAttempts = 4;

export function expireOldestAttempts(id: string, headers: Pick<RequestHeaders, 'get'>): string[] {
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const marks = cookieNamesOf(headers)
    .filter((name) => name.startsWith(`${stateCookie}.`))
    .map((name) => name.slice(stateCookie.length + 1))
    .filter((mark) => /^[\w-]{12}$/.test(mark));
  return marks
    .slice(0, Math.max(0, marks.length - maxAttempts + 1))
    .flatMap((mark) => expiredCookies(id, mark));
}

const expiredCookies = (id: string, mark: string): string[] =>
  checkCookies.map((name) =>
    stringifySetCookie({
      name: `${name}.${mark}`,
      value: '',
      path: externalPath(id),
      maxAge: 0,
      httpOnly: true,
    }),
  );

type ProviderReturn = { id: string; search: URLSearchParams; headers: Headers };

/**
 * Returns the cookies set for this sign-in under NextAuth's names. Among several of one name it picks those sealed
 * here for this provider: NextAuth would take the first, no matter who set it.
 */
export async function returnedCookies({
  id,
  search,
  headers,
}: ProviderReturn): Promise<Record<string, string>> {
  const state = search.get('state') ?? '';
  const cookies: Record<string, string> = {
    [returnCookie]: `${config().BASE_URL}${returnTarget(headers, state).back ?? ''}`,
  };
  for (const name of sealedCookies) {
    const candidates = await openSealed(cookiesOf(headers, attemptCookie(name, state)), {
      name,
      provider: id,
    });
    const match = candidates.find(({ value }) => name !== stateCookie || value === state);
    if (match) cookies[name] = match.text;
  }
  return cookies;
}

export const keepSignedInFragment = '#keep-signed-in';

export function returnTarget(headers: Headers, state: string): { back: string | null; isKept: boolean } {
  const own = config().BASE_URL;
  const targets = cookiesOf(headers, attemptCookie(returnCookie, state))
    .filter((url) => url.startsWith(own))
    .map((url) => {
      const isKept = url.endsWith(keepSignedInFragment);
      return {
        back: returnPath(url.slice(own.length, isKept ? -keepSignedInFragment.length : undefined)),
        isKept,
      };
    });
  return targets.find(({ back }) => back !== null) ?? targets[0] ?? { back: null, isKept: false };
}

async function openSealed(texts: readonly string[], { name, provider }: { name: string; provider: string }) {
  const secret = config().AUTH_SECRET ?? '';
  const opened = texts.map(async (text) => {
    const claims = await decode({ token: text, secret, salt: name }).catch(() => null);
    return claims?.provider === provider ? [{ text, value: claims.value }] : [];
  });
  return (await Promise.all(opened)).flat();
}
