import 'server-only';
import { randomBytes } from 'node:crypto';
import { normalLogin } from '@/lib/domain/ident';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export type FirstAdmin = { login: string; password: string };

/** Present while only the running start knows the first admin's password. */
const unannouncedKey = 'firstAdmin.untold';
/** A start that has not shown the password after this time counts as dead. */
const announceMs = 60_000;

/**
 * Creates the first admin when no account exists. A new password is set when an earlier start died before showing it.
 * @param isAlone true when no other node can be starting on the same database
 */
export async function ensureFirstAdmin(
  ctx: Context,
  { isAlone }: { isAlone: boolean },
): Promise<FirstAdmin | null> {
  const accounts = await ctx.db.account.count();
  if (accounts > 0 && !(await findUnannounced(ctx.db))) return null;

  const login = normalLogin(ctx.config.ADMIN_LOGIN);
  const password = ctx.config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isDone = await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Account" IN SHARE ROW EXCLUSIVE MODE`;
    const note = await findUnannounced(tx);
    if (note) {
      const isOver = isAlone || note.updatedAt.getTime() + announceMs < ctx.now.getTime();
      return isOver && (await setPassword(tx, String(note.value), passwordHash));
    }
    if ((await tx.account.count()) > 0) return false;
    const id = ctx.newId();
    await tx.account.create({ data: { id, login, admin: true, passwordHash, createdAt: ctx.now } });
    await tx.setting.create({ data: { key: unannouncedKey, value: id, updatedAt: ctx.now } });
    return true;
  });
  return isDone ? { login, password } : null;
}

export async function markFirstAdminAnnounced(ctx: Context): Promise<void> {
  await ctx.db.setting.deleteMany({ where: { key: unannouncedKey } });
}

const findUnannounced = (db: Prisma.TransactionClient) =>
  db.setting.findUnique({ where: { key: unannouncedKey } });

/** Skips an account that has signed in: its password is known. */
async function setPassword(db: Prisma.TransactionClient, id: string, passwordHash: string): Promise<boolean> {
  const { count } = await db.account.updateMany({ where: { id, loginCount: 0 }, data: { passwordHash } });
  return count === 1;
}
