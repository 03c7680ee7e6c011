import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Reason } from '@/lib/contract/fields';
import { areGuessable, unguessableLength } from '@/lib/domain/link-words';
import type { Context } from '@/lib/server/context';

const invalidField = (field: string, reason: Reason, bounds: Record<string, number> = {}) =>
  new AppError('request.invalid', { field, reason, ...bounds });

const dayMs = 24 * 3600 * 1000;

export function checkValidity(ctx: Context, validityMs: number): void {
  const max = ctx.config.MAX_VALIDITY;
  if (validityMs > max) throw new AppError('share.validityTooLong', { days: inDays(max) });
}

/**
 * @param from start of the link, in milliseconds
 * @throws request.invalid for past dates and those beyond the longest validity
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

const inDays = (ms: number) => Math.floor((ms / dayMs) * 100) / 100;

/** @throws share.linkGuessable for short words without a password, unless allowed */
export function checkWords(
  words: string,
  { isLocked, mayBeGuessed }: { isLocked: boolean; mayBeGuessed: boolean },
) {
  if (areGuessable(words) && !isLocked && !mayBeGuessed)
    throw new AppError('share.linkGuessable', { min: unguessableLength });
}

export function checkPasswordGiven(ctx: Context, password: string | null): void {
  if (ctx.config.REQUIRE_SHARE_PASSWORD && password === null) throw new AppError('share.passwordNeeded');
}
