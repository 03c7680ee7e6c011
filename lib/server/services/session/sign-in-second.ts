import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { issueToken, openToken } from '@/lib/server/auth/tokens';
import type { Context, Viewer } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { passwordMark } from '@/lib/server/services/factor/set-up';
import { checkOneCode, spendFactorCode, wrongFactorCode } from '@/lib/server/services/factor/spend-code';
import { hasFactor } from '@/lib/server/services/factor/state';
import { enterAccount } from './enter';

const challengeMs = 5 * 60_000;
const maxTries = 5;

type RightPassword = { id: string; passwordHash: string | null; isKept: boolean };

/** Returns the refusal of a right password, with the challenge that a code then completes. */
export async function secondFactorWanted(
  ctx: Context,
  { id: accountId, passwordHash, isKept }: RightPassword,
): Promise<AppError> {
  const id = ctx.newId();
  const endsAt = new Date(ctx.now.getTime() + challengeMs);
  await ctx.db.signInChallenge.create({ data: { id, accountId, endsAt } });
  const claims = { id, account: accountId, password: passwordMark(passwordHash), kept: Number(isKept) };
  const challenge = await issueToken('challenge', claims, endsAt, ctx.now);
  return new AppError('auth.secondFactor', {}, { answer: { challenge } });
}

type SecondStep = { challenge: string; code: string };

/**
 * Completes a sign-in. A challenge has five tries, lets in once and ends with the password that it was given for.
 * @throws auth.challengeOver, factor.codeWrong, auth.accountDisabled, limit.attempts
 */
export async function signInSecond(
  ctx: Context,
  { challenge, code }: SecondStep,
): Promise<{ viewer: Viewer; isKept: boolean }> {
  checkOneCode(code);
  const claims = await openToken('challenge', challenge, ctx.now);
  if (!claims) throw new AppError('auth.challengeOver');
  const [id, accountId, isKept] = [String(claims.id), String(claims.account), claims.kept === 1];
  const counters = [{ limit: 'secondFactor', of: [accountId] }] as const;
  const viewer = await attempt(ctx, counters, async () => {
    const tried = await ctx.db.signInChallenge.updateMany({
      where: { id, endsAt: { gt: ctx.now }, tries: { lt: maxTries } },
      data: { tries: { increment: 1 } },
    });
    const account = await ctx.db.account.findUnique({ where: { id: accountId } });
    const isSame = account !== null && passwordMark(account.passwordHash) === claims.password;
    if (tried.count === 0 || !isSame || !(await hasFactor(ctx, accountId)))
      throw new AppError('auth.challengeOver');
    const factor = await spendFactorCode(ctx, accountId, code);
    if (!factor) return recordWrongCode(ctx, account);
    const { count } = await ctx.db.signInChallenge.deleteMany({ where: { id } });
    if (count === 0) throw new AppError('auth.challengeOver');
    const unchanged = { passwordHash: account.passwordHash, source: 'intern' };
    const entered = await enterAccount(ctx, { account, unchanged, event: 'login', isKept, factor });
    if (!entered) throw new AppError('auth.accountDisabled');
    return entered;
  });
  if (!viewer) throw wrongFactorCode(code);
  ctx.log.info({ event: 'login', account: viewer.id, address: ctx.client.address }, 'signed in');
  return { viewer, isKept };
}

async function recordWrongCode(ctx: Context, { id, login }: { id: string; login: string }): Promise<null> {
  const reason = 'bad_code';
  recordAuthFail(ctx, { kind: 'login', reason, account: login });
  const object = { type: 'account', id } as const;
  await record(ctx, { event: 'login', outcome: 'refused', object, details: { login, reason } });
  return null;
}
