import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/server/auth/next-auth';
import { contextFor } from '@/lib/server/http/context';

type Args = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own calls: the browser's sign-in goes through `callback/password`. */
async function handler(request: NextRequest, args: Args): Promise<Response> {
  return NextAuth(request, args, authOptions(await contextFor(request, 'open'), request));
}

export { handler as GET, handler as POST };
