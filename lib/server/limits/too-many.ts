import 'server-only';
import { AppError, type ErrorCode } from '@/lib/contract/errors';

type LimitCode = Extract<ErrorCode, `limit.${string}`>;

export function tooMany(code: LimitCode, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const [unit, count] = seconds > 90 ? ['minutes', Math.ceil(seconds / 60)] : ['seconds', seconds];
  return new AppError(code, { seconds, unit, count });
}
