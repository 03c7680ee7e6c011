import 'server-only';
import type { Access } from '@/lib/contract/endpoint';
import { AppError } from '@/lib/contract/errors';
import { aliasPassOf } from '@/lib/server/auth/alias-pass';
import { isOwnOrigin } from '@/lib/server/auth/origin';
import { callerOf } from '@/lib/server/auth/session';
import { contextOf } from '@/lib/server/container';
import type { AliasContext, Client, Context, UserContext, Viewer } from '@/lib/server/context';

/** Set by our own front door from the socket; whatever a client sends under this name is dropped there. */
export const addressHeader = 'x-slipway-address';

export type ContextFor<X extends Access> = X extends 'user' | 'admin'
  ? UserContext
  : X extends 'alias'
    ? AliasContext
    : Context;

type Request = { headers: Headers; method: string };

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers "who is calling?" once per request and refuses early.
 * @throws auth.required, auth.forbidden, auth.crossSite, alias.notUsable
 */
export async function contextFor<X extends Access>(request: Request, access: X): Promise<ContextFor<X>> {
  const context = contextOf(clientOf(request.headers));
  // Safe: each kind of access gets what ContextFor says it does.
  return { ...context, ...(await rightsFor(context, request, access)) } as ContextFor<X>;
}

async function rightsFor(context: Context, request: Request, access: Access) {
  switch (access) {
    case 'open':
      return {};
    case 'alias':
      return { alias: await aliasPassOf(context.db, request.headers) };
    case 'user':
      return { viewer: await viewerOf(context, request) };
    case 'admin': {
      const viewer = await viewerOf(context, request);
      if (!viewer.admin) throw new AppError('auth.forbidden');
      return { viewer };
    }
  }
}

async function viewerOf(context: Context, { headers, method }: Request): Promise<Viewer> {
  const caller = await callerOf(context.db, headers, context.now);
  if (!caller) throw new AppError('auth.required');
  if (caller.carrier === 'cookie' && !reading.has(method) && !isOwnOrigin(headers)) {
    throw new AppError('auth.crossSite');
  }
  return caller.viewer;
}

const clientOf = (headers: Headers): Client => ({
  address: headers.get(addressHeader),
  userAgent: headers.get('user-agent')?.slice(0, 255) ?? null,
});
