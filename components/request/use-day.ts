import { useFormatter } from 'next-intl';

/** Writes a day such as 2026-11-27, which has no zone. */
export function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}
