import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { AppError } from '@/lib/contract/errors';
import { authOptions } from '@/lib/server/auth/next-auth';
import { boundedRequest } from '@/lib/server/http/bounded-request';
import { contextFor } from '@/lib/server/http/context';
import { refusalOf } from '@/lib/server/http/refusal';
import { checkRate } from '@/lib/server/limits/rate';

type Args = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own calls: the browser's sign-in goes through `callback/password`. */
async function handler(request: NextRequest, args: Args): Promise<Response> {
  try {
    const ctx = await contextFor(request, 'open');
    checkRate(ctx);
    let limit: AppError | null = null;
    const codeOf = (error: unknown) => {
      if (error instanceof AppError && error.status === 429) limit = error;
      return refusalOf(error, request).body.code;
    };
    const answer = await NextAuth(await boundedRequest(request), args, authOptions(ctx, codeOf));
    // Its own answer has no room for how long to wait.
    return limit ? refused(limit, request) : answer;
  } catch (error) {
    return refused(error, request);
  }
}

function refused(error: unknown, request: NextRequest): Response {
  const { status, headers, body } = refusalOf(error, request);
  return Response.json(body, { status, headers });
}

export { handler as GET, handler as POST };
