import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ShareProperties } from '@/lib/contract/share';
import { audit, beginning } from '@/lib/server/audit/audit';
import { hashPassword } from '@/lib/server/auth/password';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { isOrphan } from '@/lib/server/db/conflict';
import { checkOpenShares } from './open-shares';
import { checkPasswordGiven, checkValidity } from './rules';

/** An empty, private share; files and the publication come later. */
export async function createShare(ctx: UserContext, properties: ShareProperties): Promise<{ id: string }> {
  checkValidity(ctx, properties.validity);
  checkPasswordGiven(ctx, properties.password ?? null);
  return insertShare(ctx, { ownerId: ctx.viewer.id, aliasId: null }, properties);
}

type Delivery = Omit<ShareProperties, 'validity'>;

/**
 * The same for the owner of an alias, made by whoever knows the alias. It says how long shares live, within what the
 * installation allows by now; a required password is asked of people who publish, not of those who deliver.
 * @throws alias.notUsable when the alias goes meanwhile, limit.alias
 */
export async function createShareThroughAlias(
  ctx: AliasContext,
  delivery: Delivery,
): Promise<{ id: string }> {
  const { id: aliasId, ownerId, validityMs } = ctx.alias;
  const validity = Math.min(validityMs, ctx.config.MAX_VALIDITY);
  try {
    return await insertShare(ctx, { ownerId, aliasId }, { ...delivery, validity });
  } catch (error) {
    throw isOrphan(error) ? new AppError('alias.notUsable') : error;
  }
}

async function insertShare(
  ctx: Context,
  belonging: { ownerId: string; aliasId: string | null },
  { name, description, validity, maxViews, password }: ShareProperties,
): Promise<{ id: string }> {
  const id = ctx.newId();
  const data = {
    id,
    ...belonging,
    name: name || null,
    description: description || null,
    validityMs: validity,
    maxViews,
    passwordHash: password ? await hashPassword(password) : null,
    createdAt: ctx.now,
  };
  await ctx.db.$transaction(async (tx) => {
    if (belonging.aliasId !== null) await checkOpenShares(ctx, tx, belonging.aliasId);
    await tx.share.create({ data });
    const object = { type: 'share', id } as const;
    const details = belonging.aliasId === null ? {} : { alias: beginning(belonging.aliasId) };
    await audit(ctx, { event: 'share.create', object, shareId: id, details }, tx);
  });
  return { id };
}
