import 'server-only';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { deadlineOf, type OpenTimes, type Phase, phaseAt } from '@/lib/domain/inbox/inbox-form';

type OptionalTimes = OpenTimes | null | undefined;

/** Lets uploads that have begun finish within an hour after the end. @throws alias.notYetOpen, alias.closed */
export const checkUploadTime = (times: OptionalTimes, now: Date): void =>
  checkPhase(times, now, ['early', 'closed']);

/** @throws alias.notYetOpen, alias.closed */
export const checkDeliveryTime = (times: OptionalTimes, now: Date): void =>
  checkPhase(times, now, ['early', 'grace', 'closed']);

function checkPhase(times: OptionalTimes, now: Date, refused: Phase[]): void {
  if (!times) return;
  const phase = phaseAt(times, now.getTime());
  if (!refused.includes(phase)) return;
  const isEarly = phase === 'early';
  const code: ErrorCode = isEarly ? 'alias.notYetOpen' : 'alias.closed';
  throw new AppError(code, { at: formatUtcMinute(isEarly ? times.opensAt : deadlineOf(times)) });
}

/** Is the same in all languages: "2026-11-27 17:00 UTC". */
const formatUtcMinute = (ms: number | null): string =>
  `${new Date(ms ?? 0).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
