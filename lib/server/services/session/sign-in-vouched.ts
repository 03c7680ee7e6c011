import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context, Viewer } from '@/lib/server/context';
import { type Vouched, vouchedAccount } from '@/lib/server/services/account/vouched';
import { enter } from './enter';

/**
 * Starts a session for somebody whom a provider or a proxy vouches for.
 * @throws auth.accountDisabled, auth.externalSignupClosed, auth.otherSource
 */
export async function signInVouched(ctx: Context, person: Vouched): Promise<Viewer> {
  const { source, subject } = person;
  try {
    const { id, login, admin } = await vouchedAccount(ctx, person);
    const sessionId = ctx.newId();
    // Disabled or deleted between the look and now.
    if (!(await enter(ctx, { sessionId, as: { id, source, subject } })))
      throw new AppError('auth.accountDisabled');
    ctx.log.info({ event: 'login', account: id, source, address: ctx.client.address }, 'signed in');
    return { id, login, admin, sessionId };
  } catch (error) {
    if (error instanceof AppError) {
      const about = { event: 'login.failed', address: ctx.client.address, source, reason: error.code };
      ctx.log.warn({ ...about, account: person.login(1) }, 'login failed');
    }
    throw error;
  }
}
