import 'server-only';
import { decode } from 'next-auth/jwt';
import { returnPath } from '@/lib/domain/return-path';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-cookies';
import { attemptCookie } from './attempt-cookies';
import { returnCookie, sealedCookies, stateCookie } from './provider-options';

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
