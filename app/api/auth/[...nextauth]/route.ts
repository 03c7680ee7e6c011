import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/server/auth/next-auth';
import { contextFor } from '@/lib/server/http/context';
import { refusalOf } from '@/lib/server/http/refusal';

type Args = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own calls: the browser's sign-in goes through `callback/password`. */
async function handler(request: NextRequest, args: Args): Promise<Response> {
  const ctx = await contextFor(request, 'open');
  return NextAuth(
    request,
    args,
    authOptions(ctx, (error) => refusalOf(error, request).body.code),
  );
}

export { handler as GET, handler as POST };
