import 'server-only';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { deadlineOf, type OpenTimes, type Phase, phaseAt } from '@/lib/domain/inbox/inbox-form';

type Times = OpenTimes | null | undefined;

/**
 * Whether what has begun may go on: for an hour beyond the end.
 * @throws alias.notYetOpen, alias.closed
 */
export const checkReachable = (times: Times, now: Date): void => check(times, now, ['early', 'closed']);

/** Whether a new delivery may begin. @throws alias.notYetOpen, alias.closed */
export const checkTaking = (times: Times, now: Date): void => check(times, now, ['early', 'grace', 'closed']);

function check(times: Times, now: Date, refused: Phase[]): void {
  if (!times) return;
  const phase = phaseAt(times, now.getTime());
  if (!refused.includes(phase)) return;
  const isEarly = phase === 'early';
  const code: ErrorCode = isEarly ? 'alias.notYetOpen' : 'alias.closed';
  throw new AppError(code, { at: written(isEarly ? times.opensAt : deadlineOf(times)) });
}

/** The same in all languages, with the zone: "2026-11-27 17:00 UTC". */
const written = (ms: number | null): string =>
  `${new Date(ms ?? 0).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
