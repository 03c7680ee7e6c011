import 'server-only';
import { randomBytes } from 'node:crypto';
import { normalLogin } from '@/lib/domain/ident';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';

export type FirstAdmin = { login: string; password: string };

/**
 * Makes the first admin when there is no account at all, and tells the password this one time.
 * Two nodes starting at once make one: the lock is held until the transaction ends.
 */
export async function ensureFirstAdmin(ctx: Context): Promise<FirstAdmin | null> {
  if ((await ctx.db.account.count()) > 0) return null;
  const login = normalLogin(ctx.config.ADMIN_LOGIN);
  const password = ctx.config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Account" IN SHARE ROW EXCLUSIVE MODE`;
    if ((await tx.account.count()) > 0) return null;
    await tx.account.create({
      data: { id: ctx.newId(), login, admin: true, passwordHash, createdAt: ctx.now },
    });
    return { login, password };
  });
}
