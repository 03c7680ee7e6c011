import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import { AppError } from '@/lib/contract/errors';
import { cookieNames } from '@/lib/contract/http/names';
import { returnPath } from '@/lib/domain/return-path';
import { serverPaths } from '@/lib/paths';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { callerOf } from '../caller';
import { asKept, csrfProof } from '../next-auth';
import { callNextAuth, type NextAuthAnswer, type NextAuthCall } from '../next-auth-call';
import { backOf, broughtBack, keepMark } from './brought-back';
import { failedPage, refusalBy } from './failure';
import { type Attempt, providerOptions } from './provider-options';
import { reachedServer, serverOf } from './provider-server';
import { namedByWay, oldestEnded, usedUp } from './way-cookies';

export type Turn = { status: 302 | 307; location: string; cookies: string[] };
/** What a browser asks for on its way to a provider, and on its way back. */
export type ProviderRequest = { id: string; search: URLSearchParams; headers: Headers };

/**
 * Sends the browser to a provider, with what it has to bring back.
 * @throws auth.providerUnknown
 */
export async function beginExternal(ctx: Context, { id, search, headers }: ProviderRequest): Promise<Turn> {
  const provider = providerOf(ctx, id);
  const back = returnPath(search.get('r'));
  try {
    const attempt: Attempt = { provider, server: await reachedServer(provider), search, isKept: false };
    const { location, cookies } = await provenCall(
      {
        method: 'POST',
        path: ['signin', id],
        // What the link says besides must not get into the provider's address.
        search: new URLSearchParams(),
        body: {
          callbackUrl: `${ctx.config.BASE_URL}${back ?? ''}${search.get('keep') === '1' ? keepMark : ''}`,
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
      cookies: [...oldestEnded(id, headers), ...namedByWay(cookies, state)],
    };
  } catch (error) {
    return { status: 302, location: await failedPage(ctx, { provider, back, error }), cookies: [] };
  }
}

/**
 * Takes the browser back from a provider: to the login page, with a session or with the reason why not.
 * @throws auth.providerUnknown
 */
export async function resumeExternal(ctx: Context, { id, search, headers }: ProviderRequest): Promise<Turn> {
  const provider = providerOf(ctx, id);
  const state = search.get('state') ?? '';
  const { back, isKept } = backOf(headers, state);
  const onward = `${ctx.config.BASE_URL}${serverPaths.externalLogin({ back })}`;
  try {
    if (search.has('error')) throw refusalBy(search);
    const attempt: Attempt = { provider, server: await serverOf(provider), search, isKept };
    const own = await broughtBack({ id, search, headers });
    const call = { method: 'GET', path: ['callback', id], search, cookies: own, headers } as const;
    const { cookies } = await provenCall(call, providerOptions(ctx, attempt));
    if (attempt.failure) throw attempt.failure;
    const session = asKept(cookies, isKept).filter((cookie) => cookie.startsWith(`${cookieNames.auth}=`));
    if (session.length === 0) throw new AppError('auth.providerStale');
    return { status: 307, location: onward, cookies: [...session, ...usedUp(id, state)] };
  } catch (error) {
    // The browser's Back after a sign-in: there is nothing left to do.
    const isIn = isStale(error) && (await callerOf(ctx.db, headers, ctx.now)) !== null;
    const location = isIn ? onward : await failedPage(ctx, { provider, back, error });
    return { status: 307, location, cookies: usedUp(id, state) };
  }
}

const isStale = (error: unknown) => error instanceof AppError && error.code === 'auth.providerStale';

function providerOf({ config }: Context, id: string): Provider {
  const provider = config.OAUTH_PROVIDERS.find((each) => each.id === id);
  if (!provider) throw new AppError('auth.providerUnknown');
  return provider;
}

const csrfCookie = 'csrf';

/**
 * Runs one of NextAuth's own calls under a path of ours. Its sign-in is a POST that a form of its own has to prove
 * (csrf); ours begins with a link, which may come from anywhere: what counts is that the way back fits the browser.
 */
function provenCall(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const csrf = csrfProof(options.secret ?? '');
  const cookies = { ...call.cookies, [csrfCookie]: csrf.cookie };
  const withCsrf = {
    ...options,
    cookies: { ...options.cookies, csrfToken: { name: csrfCookie, options: {} } },
  };
  return callNextAuth({ ...call, cookies, body: { ...call.body, csrfToken: csrf.token } }, withCsrf);
}
