import 'server-only';
import type { Access } from '@/lib/contract/endpoint';
import { AppError } from '@/lib/contract/errors';
import { isOwnOrigin } from '@/lib/server/auth/origin';
import { callerOf } from '@/lib/server/auth/session';
import { contextOf } from '@/lib/server/container';
import type { Client, Context, UserContext } from '@/lib/server/context';

/** Set by our own front door from the socket; whatever a client sends under this name is dropped there. */
export const addressHeader = 'x-slipway-address';

export type ContextFor<X extends Access> = X extends 'user' | 'admin' ? UserContext : Context;

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers "who is calling?" once per request and refuses early.
 * @throws auth.required, auth.forbidden, auth.crossSite
 */
export async function contextFor<X extends Access>(
  { headers, method }: { headers: Headers; method: string },
  access: X,
): Promise<ContextFor<X>> {
  const context = contextOf(clientOf(headers));
  if (access === 'open') return context as ContextFor<X>;

  const caller = await callerOf(context.db, headers, context.now);
  if (!caller) throw new AppError('auth.required');
  if (caller.carrier === 'cookie' && !reading.has(method) && !isOwnOrigin(headers)) {
    throw new AppError('auth.crossSite');
  }
  if (access === 'admin' && !caller.viewer.admin) throw new AppError('auth.forbidden');
  // Safe: the refusals above are what narrows viewer.
  return { ...context, viewer: caller.viewer } as ContextFor<X>;
}

const clientOf = (headers: Headers): Client => ({
  address: headers.get(addressHeader),
  userAgent: headers.get('user-agent')?.slice(0, 255) ?? null,
});
