import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { verifyPassword } from '@/lib/server/auth/password';
import { startSession } from '@/lib/server/auth/session';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';

type Credentials = { account: string; password: string };

/**
 * Checks login and password and starts a session.
 * @throws auth.loginFailed without saying why: unknown, wrong and disabled look and last alike
 */
export async function signIn(ctx: Context, { account, password }: Credentials): Promise<Viewer> {
  const login = normalLogin(account);
  const row = login.includes('\0') ? null : await ctx.db.account.findUnique({ where: { login } });
  const usable = row?.source === 'intern' && row.state === 'Active' && !row.deletingAt ? row : null;
  const matches = await verifyPassword(usable?.passwordHash ?? null, password);
  const sessionId = ctx.newId();
  if (!usable || !matches || !(await enter(ctx, usable, sessionId))) {
    ctx.log.warn(
      { event: 'login.failed', address: ctx.client.address, account: login.slice(0, 64) },
      'login failed',
    );
    throw new AppError('auth.loginFailed');
  }
  ctx.log.info({ event: 'login', account: usable.id, address: ctx.client.address }, 'signed in');
  return { id: usable.id, login: usable.login, admin: usable.admin, sessionId };
}

/**
 * Starts the session only if the account still stands as it was when the password was checked. The row stays locked
 * until the session is there, so whoever changes the account meanwhile ends this session too.
 */
function enter(ctx: Context, { id, passwordHash }: Account, sessionId: string): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { id, passwordHash, state: 'Active', deletingAt: null },
      data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now },
    });
    if (count === 1)
      await startSession(tx, { id: sessionId, accountId: id, client: ctx.client, now: ctx.now });
    return count === 1;
  });
}
