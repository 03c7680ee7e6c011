import 'server-only';
import { Secret, TOTP } from 'otpauth';
import { AppError } from '@/lib/contract/errors';
import { type FactorCode, hasSeveralCodes, readFactorCode } from '@/lib/domain/pasted/codes';
import { hashRecoveryCode } from '@/lib/server/auth/password';
import { decryptSecret } from '@/lib/server/auth/stored-secret';
import type { Context } from '@/lib/server/context';

export type FactorKind = FactorCode['kind'];

const periodMs = 30_000;
const totpForm = { algorithm: 'SHA1', digits: 6, period: periodMs / 1000 } as const;

export const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...totpForm, ...names, secret: Secret.fromBase32(secret) });

/** Returns the step that a code belongs to, at most one before or after the present one; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / periodMs) + delta;
}

/**
 * Checks a code of the account's second factor and spends it. Of concurrent calls with one code, one succeeds, on
 * any number of nodes. The caller counts the tries.
 */
export async function spendFactorCode(
  ctx: Context,
  accountId: string,
  given: string,
): Promise<FactorKind | null> {
  const read = readFactorCode(given);
  if (!read) return null;
  const isSpent = await (read.kind === 'totp' ? spendTotp : spendRecoveryCode)(ctx, accountId, read.code);
  return isSpent ? read.kind : null;
}

/** Refuses a pasted list before a try is counted. @throws request.invalid */
export function checkOneCode(given: string): void {
  if (hasSeveralCodes(given))
    throw new AppError('request.invalid', { field: 'code', reason: 'severalCodes' });
}

/** Says what to do, which isn't the same for an app and for recovery codes. */
export function wrongFactorCode(given: string): AppError {
  const isRecovery = readFactorCode(given)?.kind !== 'totp' && /\p{L}/u.test(given);
  return new AppError('factor.codeWrong', { kind: isRecovery ? 'recovery' : 'totp' });
}

async function spendTotp({ db, now, log }: Context, accountId: string, code: string): Promise<boolean> {
  const factor = await db.secondFactor.findUnique({ where: { accountId } });
  if (!factor) return false;
  const secret = decryptSecret('second factor', accountId, factor.secret);
  if (secret === null) {
    log.error(
      { account: accountId },
      'a second factor was sealed under another AUTH_SECRET: its recovery codes work, or turn it off and set it up again',
    );
    return false;
  }
  const step = stepOf(secret, code, now);
  if (step === null) return false;
  const { count } = await db.secondFactor.updateMany({
    where: { accountId, secret: factor.secret, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

async function spendRecoveryCode(ctx: Context, accountId: string, code: string): Promise<boolean> {
  const hash = await hashRecoveryCode(code, accountId, ctx);
  const spent = await ctx.db.$executeRaw`
    UPDATE "SecondFactor" SET "recoveryHashes" = array_remove("recoveryHashes", ${hash})
    WHERE "accountId" = ${accountId} AND ${hash} = ANY ("recoveryHashes")`;
  return spent === 1;
}
