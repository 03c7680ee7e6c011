import 'server-only';
import { decode } from 'next-auth/jwt';
import { returnPath } from '@/lib/domain/return-path';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-cookies';
import { returnCookie, sealedCookies, stateCookie } from './provider-options';
import { wayCookie } from './way-cookies';

type WayBack = { id: string; search: URLSearchParams; headers: Headers };

/**
 * The cookies of the way out that a way back belongs to, under the names that NextAuth knows. Of several of one name
 * those count that this installation has sealed for this provider: NextAuth would take the first, no matter who set it.
 */
export async function broughtBack({ id, search, headers }: WayBack): Promise<Record<string, string>> {
  const state = search.get('state') ?? '';
  const cookies: Record<string, string> = {
    [returnCookie]: `${config().BASE_URL}${backOf(headers, state).back ?? ''}`,
  };
  for (const name of sealedCookies) {
    const those = await sealedIn(cookiesOf(headers, wayCookie(name, state)), { name, provider: id });
    const one = those.find(({ value }) => name !== stateCookie || value === state);
    if (one) cookies[name] = one.text;
  }
  return cookies;
}

/** Stands at the end of the address to go to afterwards when the person wants to stay signed in. */
export const keepMark = '#keep-signed-in';

/** Where the person wanted to go, and whether to stay signed in. */
export function backOf(headers: Headers, state: string): { back: string | null; isKept: boolean } {
  const own = config().BASE_URL;
  const ways = cookiesOf(headers, wayCookie(returnCookie, state))
    .filter((url) => url.startsWith(own))
    .map((url) => {
      const isKept = url.endsWith(keepMark);
      return { back: returnPath(url.slice(own.length, isKept ? -keepMark.length : undefined)), isKept };
    });
  return ways.find(({ back }) => back !== null) ?? ways[0] ?? { back: null, isKept: false };
}

/** What NextAuth would open of these cookies, in their order. */
async function sealedIn(texts: readonly string[], { name, provider }: { name: string; provider: string }) {
  const secret = config().AUTH_SECRET ?? '';
  const opened = texts.map(async (text) => {
    const claims = await decode({ token: text, secret, salt: name }).catch(() => null);
    return claims?.provider === provider ? [{ text, value: claims.value }] : [];
  });
  return (await Promise.all(opened)).flat();
}
