import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import { csrfProof } from '../next-auth';
import { callNextAuth, type NextAuthAnswer, type NextAuthCall } from '../next-auth-call';

const csrfCookie = 'csrf';

/**
 * Runs one of NextAuth's own calls under a path of ours. Its sign-in is a POST that a form of its own has to prove
 * (csrf); ours begins with a link, which may come from anywhere: what counts is that the way back fits the browser.
 */
export function provenCall(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const csrf = csrfProof(options.secret ?? '');
  const cookies = { ...call.cookies, [csrfCookie]: csrf.cookie };
  const withCsrf = {
    ...options,
    cookies: { ...options.cookies, csrfToken: { name: csrfCookie, options: {} } },
  };
  return callNextAuth({ ...call, cookies, body: { ...call.body, csrfToken: csrf.token } }, withCsrf);
}
