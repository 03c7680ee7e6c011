import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/server/auth/next-auth';
import { boundedRequest } from '@/lib/server/http/bounded-request';
import { contextFor } from '@/lib/server/http/context';
import { withoutOlder } from '@/lib/server/http/cookies';
import { type Refusal, refusalOf } from '@/lib/server/http/refusal';
import { checkRate } from '@/lib/server/limits/rate';

type Args = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own calls: the browser's sign-in goes through `callback/password`. */
async function handler(request: NextRequest, args: Args): Promise<Response> {
  try {
    const ctx = await contextFor(request, 'open');
    checkRate(ctx);
    let ours: Refusal | null = null;
    const codeOf = (error: unknown) => {
      const refusal = refusalOf(error, request);
      if (refusal.status === 429 || refusal.status >= 500) ours = refusal;
      return refusal.body.code;
    };
    const answer = await NextAuth(await boundedRequest(request), args, authOptions(ctx, codeOf));
    // Its own answer has no room for how long to wait, and calls an outage a wrong password.
    return ours ? answerOf(ours) : withCookies(answer);
  } catch (error) {
    return answerOf(refusalOf(error, request));
  }
}

function withCookies(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  for (const cookie of withoutOlder(answer.headers.getSetCookie())) headers.append('set-cookie', cookie);
  return new Response(answer.body, { status: answer.status, headers });
}

function answerOf({ status, headers, body }: Refusal): Response {
  return Response.json(body, { status, headers });
}

export { handler as GET, handler as POST };
