import 'server-only';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { asUser, contextFor } from '@/lib/server/http/context';
import {
  checkActive,
  type Uploadable,
  uploadableBy,
  uploadableThrough,
} from '@/lib/server/services/upload/access';
import type { DataRequest } from '../exchange';
import { isThroughAlias, type Target } from '../paths';

/** Which door a request came through, and which shares it may upload into from there. */
export type Entrance =
  | { door: 'user'; ctx: UserContext; may: Uploadable }
  | { door: 'alias'; ctx: AliasContext; may: Uploadable };

/**
 * Each door has its own right; both lead to the same uploads.
 * @throws auth.required, auth.crossSite, alias.notUsable, limit.attempts
 */
export async function entranceOf(request: DataRequest, target: Target): Promise<Entrance> {
  if (isThroughAlias(target)) {
    const ctx = await contextFor(request, 'alias');
    return { door: 'alias', ctx, may: uploadableThrough(ctx.alias) };
  }
  const ctx = await contextFor(request, 'user');
  return { door: 'user', ctx, may: uploadableBy(ctx.viewer) };
}

/**
 * Does `work` for whoever came through either door; where somebody is signed in, `may` asks in its statements whether
 * he still is.
 * @throws what `entranceOf` does, and what `work` does
 */
export async function throughEntrance<T>(
  request: DataRequest,
  target: Target,
  work: (ctx: Context, may: Uploadable) => Promise<T>,
): Promise<T> {
  if (!isThroughAlias(target)) {
    return asUser(request, (ctx, isSignedIn) =>
      work(ctx, Prisma.sql`${uploadableBy(ctx.viewer)} AND ${isSignedIn}`),
    );
  }
  const { ctx, may } = await entranceOf(request, target);
  return work(ctx, may);
}

/**
 * The same entrance as it stands now, for requests that take long. A token may have run out meanwhile, which is no
 * reason to throw away what was sent with it; an alias or an account that was switched off is.
 * @throws auth.required, alias.notUsable
 */
export async function entranceNow(request: DataRequest, entrance: Entrance): Promise<Entrance> {
  if (entrance.door === 'alias') {
    const ctx = await contextFor(request, 'alias');
    return { ...entrance, ctx, may: uploadableThrough(ctx.alias) };
  }
  const ctx = { ...entrance.ctx, now: new Date() };
  await checkActive(ctx);
  return { ...entrance, ctx };
}
