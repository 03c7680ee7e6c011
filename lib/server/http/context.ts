import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Access } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import type { Scope } from '@/lib/contract/http/scope';
import { type Caller, callerOf, rememberedCaller } from '@/lib/server/auth/caller';
import { checkGrant, noteUse } from '@/lib/server/auth/grant';
import { isOwnOrigin } from '@/lib/server/auth/origin';
import { isSignedIn } from '@/lib/server/auth/remembered';
import { carriesToken } from '@/lib/server/auth/session-token';
import { contextOf } from '@/lib/server/container';
import type { AliasContext, AliasPass, Client, Context, UserContext, Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { noteAliasUnknown, noteTokenRefused } from '@/lib/server/limits/refused-pass';
import { checkGuesser } from '@/lib/server/limits/unknown-id';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { aliasPassOf } from '@/lib/server/services/alias/alias-pass';
import { checkInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { checkReachable } from '@/lib/server/services/delivery/open-times';
import { innerHeaders } from './inner-headers';
import { inboxProofOf } from './proof';

export type ContextFor<X extends Access> = X extends 'user' | 'admin'
  ? UserContext
  : X extends 'alias'
    ? AliasContext
    : Context;

type Request = { headers: RequestHeaders; method: string };

/** Null, as long as nobody says otherwise: access tokens open nothing. */
type Wanted = Scope | null;

const tokenCodes = ['auth.required', 'token.notAllowed', 'token.elsewhere'];

/** Whether nobody whom a page would know is signed in: pages are for people. */
export const isNobody = (error: unknown): boolean =>
  error instanceof AppError && tokenCodes.includes(error.code);

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers "who is calling?" once per request and refuses early.
 * @param scope that an access token needs for it
 * @throws auth.required, auth.forbidden, auth.crossSite, alias.notUsable, limit.attempts, and what `checkGrant` does
 */
export async function contextFor<X extends Access>(
  request: Request,
  access: X,
  scope: Wanted = null,
): Promise<ContextFor<X>> {
  const context = contextOf(clientOf(request.headers), request.headers.get(innerHeaders.request));
  // Safe: each kind of access gets what ContextFor says it does.
  return { ...context, ...(await rightsFor(context, request, { access, scope })) } as ContextFor<X>;
}

/**
 * For calls so frequent that "who is calling?" is asked within a statement that they need anyway. The person whom this
 * process remembers for the token is believed, as long as every statement bears `isSignedIn`. Before a refusal is sent
 * that person is looked up, so somebody who is signed out is told just that; and what found nothing is done again for
 * the account that was looked up, unless some of the request's body has been read by then.
 * @throws what `contextFor` does, and what `work` throws
 */
export async function asUser<T>(
  request: Request & { body: Readable | null },
  scope: Wanted,
  work: (ctx: UserContext, isSignedIn: Prisma.Sql) => Promise<T>,
): Promise<T> {
  const context = contextOf(clientOf(request.headers), request.headers.get(innerHeaders.request));
  const known = await rememberedCaller(request.headers, context.now);
  if (known) {
    const { viewer } = known;
    checkOrigin(request, known.carrier);
    checkGrant(context, viewer, scope);
    await noteUse(context, viewer);
    try {
      return await work({ ...context, viewer }, isSignedIn(viewer));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      if (error.status !== 404 || request.body?.readableDidRead) {
        await viewerOf(context, request, scope);
        throw error;
      }
    }
  }
  return work(await contextFor(request, 'user', scope), Prisma.sql`true`);
}

type Needed = { access: Access; scope: Wanted };

async function rightsFor(context: Context, request: Request, { access, scope }: Needed) {
  switch (access) {
    case 'open':
      // A person whom another site signs in here would go on as somebody else without knowing.
      checkOrigin(request, 'cookie');
      return {};
    case 'alias':
      // Their visitors would send what they don't know of.
      checkOrigin(request, 'cookie');
      return { alias: await aliasOf(context, request.headers) };
    case 'user':
      return { viewer: await viewerOf(context, request, scope) };
    case 'admin': {
      const viewer = await viewerOf(context, request, scope);
      if (!viewer.admin) throw new AppError('auth.forbidden');
      return { viewer };
    }
  }
}

async function viewerOf(context: Context, request: Request, scope: Wanted): Promise<Viewer> {
  const { headers } = request;
  const caller = await callerOf(context.db, headers, context.now);
  if (!caller) {
    if (carriesToken(headers)) await noteTokenRefused(context);
    throw new AppError('auth.required');
  }
  checkOrigin(request, caller.carrier);
  checkGrant(context, caller.viewer, scope);
  await noteUse(context, caller.viewer);
  return caller.viewer;
}

/** @param carrier of the session that is there, or that is wanted */
function checkOrigin({ headers, method }: Request, carrier: Caller['carrier']): void {
  if (carrier === 'cookie' && !reading.has(method) && !isOwnOrigin(headers)) {
    throw new AppError('auth.crossSite');
  }
}

/**
 * @throws alias.notUsable, limit.attempts after too many guesses, alias.notYetOpen, alias.closed, alias.passwordRequired,
 * alias.passwordWrong
 */
async function aliasOf(context: Context, headers: RequestHeaders): Promise<AliasPass> {
  checkGuesser(context);
  const pass = await aliasPassOf(context.db, headers, context.now).catch(async (error: unknown) => {
    await noteAliasUnknown(context, headers.get(headerNames.alias));
    throw error;
  });
  if (pass.isAlbumShut) throw new AppError('alias.notUsable');
  checkReachable(pass.form, context.now);
  await checkInboxPassword(context, pass, inboxProofOf(headers, pass.id));
  return pass;
}

const clientOf = (headers: RequestHeaders): Client => ({
  address: headers.get(innerHeaders.address),
  userAgent: headers.get('user-agent')?.slice(0, 255) ?? null,
});
