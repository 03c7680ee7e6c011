import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { verifyPassword } from '@/lib/server/auth/password';
import type { Context, Viewer } from '@/lib/server/context';
import { enter } from './enter';

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
  const as = usable && { id: usable.id, passwordHash: usable.passwordHash };
  if (!usable || !as || !matches || !(await enter(ctx, { sessionId, as }))) {
    ctx.log.warn(
      { event: 'login.failed', address: ctx.client.address, account: login.slice(0, 64) },
      'login failed',
    );
    throw new AppError('auth.loginFailed');
  }
  ctx.log.info({ event: 'login', account: usable.id, address: ctx.client.address }, 'signed in');
  return { id: usable.id, login: usable.login, admin: usable.admin, sessionId };
}
