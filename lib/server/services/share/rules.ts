import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';

const dayMs = 24 * 3600 * 1000;

/** @throws share.validityTooLong with the installation's bound in days */
export function checkValidity(ctx: Context, validityMs: number): void {
  const max = ctx.config.MAX_VALIDITY;
  if (validityMs > max)
    throw new AppError('share.validityTooLong', { days: Math.floor((max / dayMs) * 10) / 10 });
}

/** @throws share.passwordNeeded when the installation wants every share locked */
export function checkPasswordGiven(ctx: Context, password: string | null): void {
  if (ctx.config.REQUIRE_SHARE_PASSWORD && password === null) throw new AppError('share.passwordNeeded');
}
