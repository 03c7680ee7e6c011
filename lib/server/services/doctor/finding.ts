import 'server-only';
import type { DoctorCheck, DoctorOutcome, Finding } from '@/lib/contract/admin/doctor';
import { codeOf, errorMessage } from '@/lib/server/plain-error';

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

/** Returns the cause in one line of at most 200 characters. */
export function failureReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = codeOf(cause);
  const text = typeof code === 'string' ? `${code}: ${errorMessage(cause)}` : errorMessage(cause);
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200);
}
