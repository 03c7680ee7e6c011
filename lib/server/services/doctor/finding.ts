import 'server-only';
import type { DoctorCheck, DoctorOutcome, Finding } from '@/lib/contract/admin/doctor';

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
