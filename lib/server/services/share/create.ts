import 'server-only';
import type { ShareProperties } from '@/lib/contract/share';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { checkPasswordGiven, checkValidity } from './rules';

/** An empty, private share; files and the publication come later. */
export async function createShare(ctx: UserContext, properties: ShareProperties): Promise<{ id: string }> {
  const password = properties.password ?? null;
  checkValidity(ctx, properties.validity);
  checkPasswordGiven(ctx, password);
  const id = ctx.newId();
  await ctx.db.share.create({
    data: {
      id,
      ownerId: ctx.viewer.id,
      name: properties.name || null,
      description: properties.description || null,
      validityMs: properties.validity,
      maxViews: properties.maxViews,
      passwordHash: password === null ? null : await hashPassword(password),
      createdAt: ctx.now,
    },
  });
  return { id };
}
