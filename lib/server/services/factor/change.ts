import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { Context, UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import type { RefusableKind } from '@/lib/server/journal/kinds';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { lockAccount } from '@/lib/server/services/account/lock';
import { proveOwnPassword } from '@/lib/server/services/settings/password';
import { newRecoveryCodes } from './set-up';
import { checkOneCode, spendFactorCode, wrongFactorCode } from './spend-code';

type OwnProof = { password: string; code: string };

/** @throws factor.notOn, and as `proveBoth` */
export async function removeFactor(ctx: UserContext, proof: OwnProof): Promise<void> {
  await proveBoth(ctx, proof);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.deleteMany({ where: { accountId: ctx.viewer.id } });
    if (count === 0) throw new AppError('factor.notOn');
    const mail = { accountId: ctx.viewer.id };
    await record(ctx, { event: 'factor.remove', object: own(ctx), details: { change: 'off' }, mail }, tx);
  });
}

/** @throws factor.notOn, and as `proveBoth` */
export async function renewRecoveryCodes(
  ctx: UserContext,
  proof: OwnProof,
): Promise<{ recoveryCodes: string[] }> {
  const { id: accountId } = ctx.viewer;
  await proveBoth(ctx, proof);
  const { codes, hashes } = await newRecoveryCodes(ctx, accountId);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { accountId },
      data: { recoveryHashes: hashes },
    });
    if (count === 0) throw new AppError('factor.notOn');
    await record(ctx, { event: 'settings.factor', object: own(ctx), details: { change: 'recovery' } }, tx);
  });
  return { recoveryCodes: codes };
}

const own = ({ viewer }: UserContext) => ({ type: 'account', id: viewer.id }) as const;

/** @throws settings.noPassword, settings.passwordWrong, limit.attempts, and as `proveOwnCode` */
async function proveBoth(ctx: UserContext, { password, code }: OwnProof): Promise<void> {
  await proveOwnPassword(ctx, password, 'settings.factor');
  await proveOwnCode(ctx, code, 'settings.factor');
}

/** @param event audited when the code is wrong @throws factor.notOn, factor.codeWrong, limit.attempts */
export async function proveOwnCode(ctx: UserContext, code: string, event: RefusableKind): Promise<void> {
  const { id } = ctx.viewer;
  if ((await ctx.db.secondFactor.count({ where: { accountId: id } })) === 0)
    throw new AppError('factor.notOn');
  checkOneCode(code);
  const counters = [{ limit: 'secondFactor', of: [id] }] as const;
  if (await attempt(ctx, counters, () => spendFactorCode(ctx, id, code))) return;
  await record(ctx, {
    event,
    object: { type: 'account', id },
    outcome: 'refused',
    details: { reason: 'bad_code' },
  });
  throw wrongFactorCode(code);
}

/**
 * Removes another's factor and passkeys, for a lost phone. Its sessions end, because they may be with the phone.
 * @throws account.notFound, factor.notOn, factor.own
 */
export async function resetFactor(ctx: Context, { accountId }: { accountId: string }): Promise<void> {
  if (accountId === ctx.viewer?.id) throw new AppError('factor.own');
  await ctx.db.$transaction(async (tx) => {
    const { login } = await lockAccount(ctx, tx, accountId);
    const apps = await tx.secondFactor.deleteMany({ where: { accountId } });
    const passkeys = await tx.passkey.deleteMany({ where: { accountId } });
    if (apps.count + passkeys.count === 0) throw new AppError('factor.notOn');
    await endSessions(tx, { accountId, except: null, now: ctx.now, hasTokens: false });
    const object = { type: 'account', id: accountId } as const;
    const mail = apps.count > 0 ? { accountId } : null;
    await record(ctx, { event: 'account.factor', object, details: { login, change: 'off' }, mail }, tx);
    if (passkeys.count > 0) await record(ctx, { event: 'account.passkeys', mail: { accountId } }, tx);
  }, longTransaction);
}

/** Returns the login. @throws as `resetFactor` */
export async function resetFactorByOperator(ctx: Context, name: string): Promise<string> {
  const account = await ctx.db.account.findFirst({ where: { login: normalLogin(name) } });
  if (!account) throw new AppError('account.notFound');
  await resetFactor(ctx, { accountId: account.id });
  return account.login;
}
