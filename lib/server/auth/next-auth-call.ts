import 'server-only';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth, { type NextAuthOptions } from 'next-auth';

export type NextAuthCall = {
  method: 'GET' | 'POST';
  path: readonly [action: 'csrf' | 'signin' | 'callback', provider?: string];
  search?: URLSearchParams;
  body?: Record<string, string>;
  cookies: Record<string, string | undefined>;
  headers?: Headers;
};

export type NextAuthAnswer = { status: number; json: unknown; location: string | null; cookies: string[] };

/** Passes only the given input on: NextAuth answers 500 to addresses and cookies that it doesn't understand. */
export async function callNextAuth(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const answer: NextAuthAnswer = { status: 200, json: null, location: null, cookies: [] };
  const request = {
    method: call.method,
    headers: Object.fromEntries(call.headers ?? []),
    cookies: call.cookies,
    query: { ...Object.fromEntries(call.search ?? []), nextauth: call.path },
    body: call.body ?? {},
  };
  const say = (json: unknown) => {
    answer.json = json;
    return response;
  };
  // NextAuth expects a response of Next's pages router; these are the parts it uses.
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: () => answer.cookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === 'Location') answer.location = String(value);
      if (name === 'Set-Cookie') answer.cookies = [value].flat();
      return response;
    },
    json: say,
    send: say,
    end: () => response,
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return answer;
}
