import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import type { Access } from '@/lib/contract/http/endpoint';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import type { Scope } from '@/lib/contract/http/scope';
import {
  type Caller,
  callerOf,
  checkGrant,
  isSignedIn,
  recordTokenUse,
  rememberedCaller,
} from '@/lib/server/auth/caller';
import { hasToken, newSecret } from '@/lib/server/auth/tokens';
import { contextOf } from '@/lib/server/container';
import type { AliasContext, AliasPass, Context, UserContext, Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkGuesser, recordRefusedToken, recordUnknownAlias } from '@/lib/server/limits/guesses';
import { cookiesOf, type RequestHeaders } from '@/lib/server/request-headers';
import { aliasPassOf } from '@/lib/server/services/alias/alias-pass';
import { checkInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { checkUploadTime } from '@/lib/server/services/delivery/form-rules';
import { isOwnOrigin } from './browser-rules';
import { innerHeaders } from './inner-headers';
import { inboxProofOf } from './proof';

export type ContextFor<X extends Access> = X extends 'user' | 'admin'
  ? UserContext
  : X extends 'alias'
    ? AliasContext
    : Context;

type IncomingCall = { headers: RequestHeaders; method: string };

/** Null refuses access tokens. */
type TokenScope = Scope | null;

const tokenCodes = ['auth.required', 'token.notAllowed', 'token.elsewhere'];

export const isSignedOut = (error: unknown): boolean =>
  error instanceof AppError && tokenCodes.includes(error.code);

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Authenticates a request and refuses early.
 * @param scope needed by access tokens
 * @param mayLackFactor lets people in who have yet to set up the second factor that is demanded
 * @throws auth.required, auth.factorMissing, auth.forbidden, auth.crossSite, alias.notUsable, limit.attempts, and as `checkGrant`
 */
export async function contextFor<X extends Access>(
  request: IncomingCall,
  access: X,
  scope: TokenScope = null,
  mayLackFactor = false,
): Promise<ContextFor<X>> {
  const context = requestContext(request.headers);
  // Safe: rightsFor adds what ContextFor declares for each access.
  return {
    ...context,
    ...(await rightsFor(context, request, { access, scope, mayLackFactor })),
  } as ContextFor<X>;
}

/**
 * Trusts the remembered user of a token, because every statement of `work` checks `isSignedIn`.
 * @throws as `contextFor` and `work`
 */
export async function runAsUser<T>(
  request: IncomingCall & { body: Readable | null },
  scope: TokenScope,
  work: (ctx: UserContext, isSignedIn: Prisma.Sql) => Promise<T>,
): Promise<T> {
  const context = requestContext(request.headers);
  const known = await rememberedCaller(request.headers, context.now);
  if (!known) return work(await contextFor(request, 'user', scope), Prisma.sql`true`);
  const { viewer } = known;
  checkOrigin(request, known.carrier);
  checkGrant(context, viewer, scope);
  checkFactor(viewer);
  await recordTokenUse(context, viewer);
  try {
    return await work({ ...context, viewer }, isSignedIn(viewer));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // A remembered user who is signed out by now is refused here. One whose name or role has changed has found
    // nothing, so the work runs again as the current one.
    const ctx = await contextFor(request, 'user', scope);
    if (error.status !== 404 || request.body?.readableDidRead) throw error;
    return work(ctx, Prisma.sql`true`);
  }
}

type RequiredRights = { access: Access; scope: TokenScope; mayLackFactor: boolean };

async function rightsFor(context: Context, request: IncomingCall, rights: RequiredRights) {
  const { access, scope, mayLackFactor } = rights;
  switch (access) {
    case 'open':
      // Prevents other sites from signing a visitor in as someone else (login CSRF).
      checkOrigin(request, 'cookie');
      return {};
    case 'alias':
      // Prevents other sites from sending files in a visitor's name.
      checkOrigin(request, 'cookie');
      return { alias: await aliasOf(context, request.headers) };
    case 'user':
    case 'admin': {
      const viewer = await viewerOf(context, request, scope);
      if (!mayLackFactor) checkFactor(viewer);
      if (access === 'admin' && !viewer.admin) throw new AppError('auth.forbidden');
      return { viewer };
    }
  }
}

async function viewerOf(context: Context, request: IncomingCall, scope: TokenScope): Promise<Viewer> {
  const { headers } = request;
  const caller = await callerOf(context.db, headers, context.now);
  if (!caller) {
    if (hasToken(headers)) await recordRefusedToken(context);
    throw new AppError('auth.required');
  }
  checkOrigin(request, caller.carrier);
  checkGrant(context, caller.viewer, scope);
  await recordTokenUse(context, caller.viewer);
  return caller.viewer;
}

/** @throws auth.factorMissing */
function checkFactor({ lacksFactor }: Viewer): void {
  if (lacksFactor) throw new AppError('auth.factorMissing');
}

function checkOrigin({ headers, method }: IncomingCall, carrier: Caller['carrier']): void {
  if (carrier === 'cookie' && !reading.has(method) && !isOwnOrigin(headers)) {
    throw new AppError('auth.crossSite');
  }
}

/**
 * @throws alias.notUsable, limit.attempts, alias.notYetOpen, alias.closed, alias.passwordRequired,
 * alias.passwordWrong
 */
async function aliasOf(context: Context, headers: RequestHeaders): Promise<AliasPass> {
  checkGuesser(context);
  const pass = await aliasPassOf(context.db, headers, context.now).catch(async (error: unknown) => {
    await recordUnknownAlias(context, headers.get(headerNames.alias));
    throw error;
  });
  if (pass.isAlbumShut) throw new AppError('alias.notUsable');
  checkUploadTime(pass.form, context.now);
  await checkInboxPassword(context, pass, inboxProofOf(headers, pass.lock?.proof?.of ?? pass.id));
  return pass;
}

export function requestContext(headers: RequestHeaders): Context {
  const userAgent = headers.get('user-agent')?.slice(0, 255) ?? null;
  const client = { address: headers.get(innerHeaders.address), userAgent };
  return { ...contextOf(client, headers.get(innerHeaders.request)), browser: browserOf(headers) };
}

function browserOf(headers: RequestHeaders): () => string {
  let made: string | undefined;
  return () => {
    made ??= cookiesOf(headers, cookieNames.browser).find((secret) => /^\w{43}$/.test(secret)) ?? newSecret();
    return made;
  };
}
