import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { cookieNames } from '@/lib/contract/http/names';
import { returnPath } from '@/lib/domain/account/sign-in';
import { serverPaths } from '@/lib/paths';
import { callerOf } from '@/lib/server/auth/caller';
import { callWithCsrf, withSessionLifetime } from '@/lib/server/auth/next-auth';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import {
  expireAttempt,
  expireOldestAttempts,
  keepSignedInFragment,
  returnedCookies,
  returnTarget,
  withAttemptNames,
} from './attempt-cookies';
import { recordFailedSignIn, refusalError } from './failure';
import { providerOptions, type SignInAttempt } from './provider-options';
import { reachableServer, serverOf } from './provider-server';

export type BrowserRedirect = { status: 302 | 307; location: string; cookies: string[] };
export type ProviderRequest = { id: string; search: URLSearchParams; headers: Headers };

/** @throws auth.providerUnknown */
export async function beginExternal(
  ctx: Context,
  { id, search, headers }: ProviderRequest,
): Promise<BrowserRedirect> {
  const provider = providerOf(ctx, id);
  const back = returnPath(search.get('r'));
  try {
    const attempt: SignInAttempt = {
      provider,
      server: await reachableServer(provider),
      search,
      isKept: false,
    };
    const { location, cookies } = await callWithCsrf(
      {
        method: 'POST',
        path: ['signin', id],
        // The link's other parameters must not get into the provider's address.
        search: new URLSearchParams(),
        body: {
          callbackUrl: `${ctx.config.BASE_URL}${back ?? ''}${search.get('keep') === '1' ? keepSignedInFragment : ''}`,
        },
        cookies: {},
        headers,
      },
      providerOptions(ctx, attempt),
    );
    if (!location || location.startsWith(ctx.config.BASE_URL)) throw new AppError('auth.providerUnclear');
    const url = new URL(location);
    if (provider.scope === '') url.searchParams.delete('scope');
    const state = url.searchParams.get('state') ?? '';
    return {
      status: 302,
      location: url.href,
      cookies: [...expireOldestAttempts(id, headers), ...withAttemptNames(cookies, state)],
    };
  } catch (error) {
    return { status: 302, location: await recordFailedSignIn(ctx, { provider, back, error }), cookies: [] };
  }
}

/**
 * Redirects the browser to the login page, with a session or with the reason of the failure.
 * @throws auth.providerUnknown
 */
export async function resumeExternal(
  ctx: Context,
  { id, search, headers }: ProviderRequest,
): Promise<BrowserRedirect> {
  const provider = providerOf(ctx, id);
  const state = search.get('state') ?? '';
  const { back, isKept } = returnTarget(headers, state);
  const onward = `${ctx.config.BASE_URL}${serverPaths.externalLogin({ back })}`;
  try {
    if (search.has('error')) throw refusalError(search);
    const attempt: SignInAttempt = { provider, server: await serverOf(provider), search, isKept };
    const own = await returnedCookies({ id, search, headers });
    const call = { method: 'GET', path: ['callback', id], search, cookies: own, headers } as const;
    const { cookies } = await callWithCsrf(call, providerOptions(ctx, attempt));
    if (attempt.failure) throw attempt.failure;
    const session = withSessionLifetime(cookies, isKept).filter((cookie) =>
      cookie.startsWith(`${cookieNames.auth}=`),
    );
    if (session.length === 0) throw new AppError('auth.providerStale');
    return { status: 307, location: onward, cookies: [...session, ...expireAttempt(id, state)] };
  } catch (error) {
    // The browser's Back button after a sign-in: the person is signed in already.
    const isIn = isStale(error) && (await callerOf(ctx.db, headers, ctx.now)) !== null;
    const location = isIn ? onward : await recordFailedSignIn(ctx, { provider, back, error });
    return { status: 307, location, cookies: expireAttempt(id, state) };
  }
}

const isStale = (error: unknown) => error instanceof AppError && error.code === 'auth.providerStale';

function providerOf({ config }: Context, id: string): Provider {
  const provider = config.OAUTH_PROVIDERS.find((each) => each.id === id);
  if (!provider) throw new AppError('auth.providerUnknown');
  return provider;
}
