import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Email, Login } from '@/lib/contract/person';
import { audit } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Context, Viewer } from '@/lib/server/context';
import { clientKey } from '@/lib/server/limits/client-key';
import { signInFederated } from './sign-in-federated';

/** What a trusted proxy says about who is calling. */
export type ProxyPerson = { user: string; email: string | null };

/**
 * Signs in whom the proxy in front names; never as an admin by its word alone.
 * @param person null when there is no word of a trusted proxy, or more than one
 * @throws auth.proxyRefused, auth.accountDisabled, auth.externalSignupClosed, auth.otherSource
 */
export async function signInByProxy(
  ctx: Context,
  person: ProxyPerson | null,
  isKept = false,
): Promise<Viewer> {
  const isPlain = /^[\x21-\x7e]+$/.test(person?.user ?? '');
  const { data: login } = Login.safeParse(isPlain ? person?.user : null);
  if (!ctx.config.PROXY_AUTH || !person || !login) {
    await noteRefused(ctx, person);
    throw new AppError('auth.proxyRefused');
  }
  const email = Email.safeParse(person.email ?? '').data ?? null;
  return signInFederated(ctx, { source: 'extern', subject: login, login: () => login, email }, isKept);
}

/** Each try goes to the log, for tools that ban by it; the table gets one in a while, since anybody may go on trying. */
async function noteRefused(ctx: Context, person: ProxyPerson | null): Promise<void> {
  const [reason, login] = [person ? 'bad_name' : 'no_trusted_word', person?.user ?? ''];
  noteAuthFail(ctx, { kind: 'proxy', reason, account: login });
  if (!isFirstInAWhile(ctx.now, `proxy:${reason}:${clientKey(ctx.client.address)}`)) return;
  await audit(ctx, { event: 'login.proxy', outcome: 'refused', details: { reason, login } });
}
