import 'server-only';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { scopeOf } from '@/lib/contract/http/scope';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { contextFor, runAsUser } from '@/lib/server/http/context';
import { presentTime } from '@/lib/server/present-time';
import {
  checkNotEnded,
  type UploadRule,
  uploadableBy,
  uploadableThrough,
} from '@/lib/server/services/upload/access';
import type { TransferRequest, TransferTarget } from './messages';

export type UploadAuthorization =
  | { by: 'session'; ctx: UserContext; allowed: UploadRule }
  | { by: 'alias'; ctx: AliasContext; allowed: UploadRule };

/**
 * Authenticates an upload by session or alias.
 * @throws auth.required, auth.crossSite, alias.notUsable, limit.attempts
 */
export async function authorizeUpload(
  request: TransferRequest,
  target: TransferTarget,
): Promise<UploadAuthorization> {
  if (isThroughAlias(target)) return throughAlias(request);
  const ctx = await contextFor(request, 'user', scopeFor(request, target));
  return { by: 'session', ctx, allowed: uploadableBy(ctx.viewer) };
}

async function throughAlias(request: TransferRequest): Promise<UploadAuthorization & { by: 'alias' }> {
  const ctx = await contextFor(request, 'alias');
  return { by: 'alias', ctx, allowed: uploadableThrough(ctx) };
}

/**
 * Runs `work` for an authorized caller. For a session, `allowed` also checks in the statements of `work` that it is valid.
 * @throws what `authorizeUpload` and `work` throw
 */
export async function withUploadAuthorization<T>(
  request: TransferRequest,
  target: TransferTarget,
  work: (ctx: Context, allowed: UploadRule) => Promise<T>,
): Promise<T> {
  if (isThroughAlias(target)) {
    const { ctx, allowed } = await throughAlias(request);
    return work(ctx, allowed);
  }
  return runAsUser(request, scopeFor(request, target), (ctx, isSignedIn) =>
    work(ctx, Prisma.sql`${uploadableBy(ctx.viewer)} AND ${isSignedIn}`),
  );
}

/**
 * Checks the authorization again after a long request: the alias, account or session may have ended.
 * @throws auth.required, alias.notUsable
 */
export async function authorizeAgain(
  request: TransferRequest,
  authorization: UploadAuthorization,
): Promise<UploadAuthorization> {
  if (authorization.by === 'alias') return throughAlias(request);
  const ctx = { ...authorization.ctx, now: presentTime() };
  await checkNotEnded(ctx);
  return { ...authorization, ctx };
}

export const isThroughAlias = ({ kind }: TransferTarget): boolean => kind.startsWith('alias');

/** Returns the scope that an access token needs. */
export const scopeFor = ({ method }: { method: string }, { kind }: TransferTarget) =>
  scopeOf({ method, path: allBytePaths[kind] });
