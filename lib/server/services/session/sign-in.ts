import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { verifyPassword } from '@/lib/server/auth/password';
import { startSession } from '@/lib/server/auth/session';
import type { Context, Viewer } from '@/lib/server/context';

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
  if (!usable || !matches) {
    ctx.log.warn(
      { event: 'login.failed', address: ctx.client.address, account: login.slice(0, 64) },
      'login failed',
    );
    throw new AppError('auth.loginFailed');
  }

  const sessionId = ctx.newId();
  await startSession(ctx.db, { id: sessionId, accountId: usable.id, client: ctx.client, now: ctx.now });
  await ctx.db.account.update({
    where: { id: usable.id },
    data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now },
  });
  ctx.log.info({ event: 'login', account: usable.id, address: ctx.client.address }, 'signed in');
  return { id: usable.id, login: usable.login, admin: usable.admin, sessionId };
}
