import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth, { type NextAuthOptions } from 'next-auth';

type NextAuthCall = {
  method: 'GET' | 'POST';
  action: 'signin' | 'callback';
  provider: string;
  search: URLSearchParams;
  body: Record<string, string>;
  headers: Headers;
};

/** Where NextAuth would send the browser, and the cookies it would set. */
export type NextAuthAnswer = { location: string | null; cookies: string[] };

const csrfCookie = 'csrf';

/**
 * Runs one of NextAuth's own calls under a path of ours. Its sign-in is a POST that a form of its own has to prove
 * (csrf); ours begins with a link, which may come from anywhere: what counts is that the way back fits the browser.
 */
export async function callNextAuth(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const answer: NextAuthAnswer = { location: null, cookies: [] };
  const csrf = csrfProof(options.secret ?? '');
  const request = {
    method: call.method,
    headers: Object.fromEntries(call.headers),
    cookies: { ...parseCookie(call.headers.get('cookie') ?? ''), [csrfCookie]: csrf.cookie },
    query: { ...Object.fromEntries(call.search), nextauth: [call.action, call.provider] },
    body: { ...call.body, csrfToken: csrf.token },
  };
  // NextAuth takes what a page of Next's older kind takes; these are the parts it uses.
  const response = {
    status: () => response,
    getHeader: () => answer.cookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === 'Location') answer.location = String(value);
      if (name === 'Set-Cookie') answer.cookies = [value].flat();
      return response;
    },
    json: () => response,
    send: () => response,
    end: () => response,
  };
  const withCsrf = {
    ...options,
    cookies: { ...options.cookies, csrfToken: { name: csrfCookie, options: {} } },
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, withCsrf);
  return answer;
}

function csrfProof(secret: string): { token: string; cookie: string } {
  const token = randomBytes(32).toString('hex');
  const hash = createHash('sha256').update(`${token}${secret}`).digest('hex');
  return { token, cookie: `${token}|${hash}` };
}
