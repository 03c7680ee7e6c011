import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Reason } from '@/lib/contract/fields';
import { areGuessable, unguessableLength } from '@/lib/domain/link-words';
import type { Context } from '@/lib/server/context';

const invalidField = (field: string, reason: Reason, bounds: Record<string, number> = {}) =>
  new AppError('request.invalid', { field, reason, ...bounds });

const dayMs = 24 * 3600 * 1000;

/** @throws share.validityTooLong with the installation's bound in days */
export function checkValidity(ctx: Context, validityMs: number): void {
  const max = ctx.config.MAX_VALIDITY;
  if (validityMs > max) throw new AppError('share.validityTooLong', { days: inDays(max) });
}

/**
 * A date for the end of a link that lives since `from`.
 * @throws request.invalid naming the field, for dates that are over and those beyond the longest validity
 */
export function checkUntil(
  ctx: Context,
  until: number,
  { from, field }: { from: number; field: string },
): void {
  const max = ctx.config.MAX_VALIDITY;
  if (until < ctx.now.getTime() + 1000) throw invalidField(field, 'inThePast');
  if (until - from > max) throw invalidField(field, 'tooLate', { days: inDays(max) });
}

const inDays = (ms: number) => Math.floor((ms / dayMs) * 10) / 10;

/** @throws share.linkGuessable for short words that nothing protects, unless somebody wants them so */
export function checkWords(
  words: string,
  { isLocked, mayBeGuessed }: { isLocked: boolean; mayBeGuessed: boolean },
) {
  if (areGuessable(words) && !isLocked && !mayBeGuessed)
    throw new AppError('share.linkGuessable', { min: unguessableLength });
}

/** @throws share.passwordNeeded when the installation wants every share locked */
export function checkPasswordGiven(ctx: Context, password: string | null): void {
  if (ctx.config.REQUIRE_SHARE_PASSWORD && password === null) throw new AppError('share.passwordNeeded');
}
