import 'server-only';
import { randomBytes } from 'node:crypto';
import { normalLogin } from '@/lib/domain/ident';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export type FirstAdmin = { login: string; password: string };

/** Set while only the running start knows the first admin's password. */
const untold = 'firstAdmin.untold';
/** A start that has not told it after this long is over. */
const tellingMs = 60_000;

/**
 * Makes the first admin when there is no account at all, and hands out the password to be told this one time.
 * A start that was killed before it could tell has left a note; then the next one sets a new password.
 * Two nodes starting at once make one: the lock is held until the transaction ends.
 * @param isAlone whether no other node can be starting on the same database
 */
export async function ensureFirstAdmin(
  ctx: Context,
  { isAlone }: { isAlone: boolean },
): Promise<FirstAdmin | null> {
  const accounts = await ctx.db.account.count();
  if (accounts > 0 && !(await findNote(ctx.db))) return null;

  const login = normalLogin(ctx.config.ADMIN_LOGIN);
  const password = ctx.config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isDone = await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Account" IN SHARE ROW EXCLUSIVE MODE`;
    const note = await findNote(tx);
    if (note) {
      const isOver = isAlone || note.updatedAt.getTime() + tellingMs < ctx.now.getTime();
      return isOver && (await setPassword(tx, String(note.value), passwordHash));
    }
    if ((await tx.account.count()) > 0) return false;
    const id = ctx.newId();
    await tx.account.create({ data: { id, login, admin: true, passwordHash, createdAt: ctx.now } });
    await tx.setting.create({ data: { key: untold, value: id, updatedAt: ctx.now } });
    return true;
  });
  return isDone ? { login, password } : null;
}

/** The operator has seen the password: no later start may change it. */
export async function firstAdminWasTold(ctx: Context): Promise<void> {
  await ctx.db.setting.deleteMany({ where: { key: untold } });
}

const findNote = (db: Prisma.TransactionClient) => db.setting.findUnique({ where: { key: untold } });

/** After a sign-in the password is known, printed or not. */
async function setPassword(db: Prisma.TransactionClient, id: string, passwordHash: string): Promise<boolean> {
  const { count } = await db.account.updateMany({ where: { id, loginCount: 0 }, data: { passwordHash } });
  return count === 1;
}
