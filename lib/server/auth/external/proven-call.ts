import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { NextAuthOptions } from 'next-auth';
import { callNextAuth, type NextAuthAnswer, type NextAuthCall } from '../next-auth-call';

type ProviderCall = Omit<NextAuthCall, 'cookies'> & { headers: Headers };

const csrfCookie = 'csrf';

/**
 * Runs one of NextAuth's own calls under a path of ours. Its sign-in is a POST that a form of its own has to prove
 * (csrf); ours begins with a link, which may come from anywhere: what counts is that the way back fits the browser.
 */
export function provenCall(call: ProviderCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const csrf = csrfProof(options.secret ?? '');
  const cookies = { ...parseCookie(call.headers.get('cookie') ?? ''), [csrfCookie]: csrf.cookie };
  const withCsrf = {
    ...options,
    cookies: { ...options.cookies, csrfToken: { name: csrfCookie, options: {} } },
  };
  return callNextAuth({ ...call, cookies, body: { ...call.body, csrfToken: csrf.token } }, withCsrf);
}

function csrfProof(secret: string): { token: string; cookie: string } {
  const token = randomBytes(32).toString('hex');
  const hash = createHash('sha256').update(`${token}${secret}`).digest('hex');
  return { token, cookie: `${token}|${hash}` };
}
