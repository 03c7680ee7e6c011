import 'server-only';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { RefusableKind } from '@/lib/server/journal/kinds';
import { proveOwnPassword } from '@/lib/server/services/settings/password';
import { proveOwnCode } from './change';
import { hasFactor } from './state';

const freshMs = 10 * 60_000;

export async function proofAsked(ctx: UserContext): Promise<('password' | 'code')[]> {
  const { id } = ctx.viewer;
  const { source } = await ctx.db.account.findUniqueOrThrow({ where: { id } });
  if (source !== 'intern') return [];
  return (await hasFactor(ctx, id)) ? ['password', 'code'] : ['password'];
}

/**
 * Checks that it is the person and no stolen session. Where a provider or proxy knows the person, the session must
 * have just begun.
 * @param event audited when the proof is wrong
 * @throws settings.passwordWrong, factor.codeWrong, account.signInAgain, limit.attempts
 */
export async function proveOwner(
  ctx: UserContext,
  { password, code }: OwnerProof,
  event: RefusableKind,
): Promise<void> {
  const asks = await proofAsked(ctx);
  if (asks.includes('password')) await proveOwnPassword(ctx, password, event);
  if (asks.includes('code')) await proveOwnCode(ctx, code, event);
  if (asks.length > 0) return;
  const since = new Date(ctx.now.getTime() - freshMs);
  const where = { id: ctx.viewer.sessionId, secretHash: null, createdAt: { gt: since } };
  if ((await ctx.db.session.count({ where })) === 0) throw new AppError('account.signInAgain');
}
