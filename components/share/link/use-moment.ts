import { useFormatter } from 'next-intl';
import { dateTimeFormat, timeFormat } from '@/lib/domain/time/moment';

/** Today the time alone. */
export function useMoment(now: number) {
  const format = useFormatter();
  const dayOf = (at: number) => format.dateTime(at, { dateStyle: 'short' });
  return (at: number) => ({
    at: format.dateTime(at, dayOf(at) === dayOf(now) ? timeFormat : dateTimeFormat('medium')),
    title: format.dateTime(at, dateTimeFormat('full', 'medium')),
  });
}
