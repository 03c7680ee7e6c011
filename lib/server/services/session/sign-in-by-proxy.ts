import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Email, Login } from '@/lib/contract/person';
import { externalLogin } from '@/lib/domain/account/sign-in';
import { isLogin } from '@/lib/domain/ident';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import type { Context, Viewer } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { isFirstInAWhile, record } from '@/lib/server/journal/record';
import { clientKey } from '@/lib/server/limits/counters';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { signInFederated } from './sign-in-federated';

export type ProxyPerson = { user: string; email: string | null };

/**
 * Signs in the person that the proxy names; never as an admin on its word alone.
 * @param person null without exactly one trusted header
 * @throws auth.proxyRefused, auth.proxyNameUnusable, auth.accountDisabled, auth.externalSignupClosed,
 * auth.otherSource
 */
export async function signInByProxy(
  ctx: Context,
  person: ProxyPerson | null,
  isKept = false,
): Promise<Viewer> {
  if (!ctx.config.PROXY_AUTH || !person?.user.trim()) {
    await recordRefusedProxy(ctx, person);
    throw new AppError('auth.proxyRefused');
  }
  const identity = identityOf(person.user);
  if (!identity) {
    await recordRefusedProxy(ctx, person);
    throw new AppError('auth.proxyNameUnusable', { name: oneLine(person.user).slice(0, 60) });
  }
  const email = Email.safeParse(person.email ?? '').data ?? null;
  return signInFederated(ctx, { ...identity, source: 'extern', email }, { isKept });
}

/** Uses the name as the login if it is valid, otherwise derives a login and keeps the name as the key. */
function identityOf(user: string): Pick<FederatedIdentity, 'subject' | 'login'> | null {
  const { data: login } = Login.safeParse(/^[\x21-\x7e]+$/.test(user) ? user : null);
  if (login) return { subject: login, login: () => login };
  const subject = user.normalize('NFC').toLowerCase();
  // A letter that only looks like one of a login must not lead into that login's account.
  const isUsable = subject.length <= 255 && !isLogin(subject) && !/[\p{Cc}\p{Bidi_Control}]/u.test(subject);
  return isUsable ? { subject, login: (number) => externalLogin(subject, 'proxy', number) } : null;
}

/**
 * Logs every attempt, for tools that ban addresses. Audits only the first in a while, because anyone may keep
 * trying.
 */
async function recordRefusedProxy(ctx: Context, person: ProxyPerson | null): Promise<void> {
  const [reason, login] = [person ? 'bad_name' : 'no_trusted_word', person?.user ?? ''];
  recordAuthFail(ctx, { kind: 'proxy', reason, account: login });
  if (!isFirstInAWhile(ctx.now, `proxy:${reason}:${clientKey(ctx.client.address)}`)) return;
  await record(ctx, { event: 'login.proxy', outcome: 'refused', details: { reason, login } });
}
