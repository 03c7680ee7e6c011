import 'server-only';
import type { DoctorCheck, DoctorOutcome, Finding } from '@/lib/contract/admin/doctor';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';

export const finding = (
  check: DoctorCheck,
  outcome: DoctorOutcome,
  code: string,
  values: Record<string, string | number> = {},
): Finding => ({
  check,
  outcome,
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});

/** The other side's code and words in one line. */
export const failureReason = (error: unknown): string => asFailure(error).line;

export const asFailure = (error: unknown): OutsideFailure =>
  error instanceof OutsideFailure ? error : new OutsideFailure('connection', error);
