import { dayAt, endOfDay, instantOf, nextDay } from '../time/time-zone';

export const repeats = ['month', 'year'] as const;
export type Repeat = (typeof repeats)[number];

export const isDay = (text: string): boolean => endOfDay(text, 'UTC') !== null;

/** The end of a day where the person is, in milliseconds since 1970. */
export const dueInstant = (day: string, zone: string): number => endOfDay(day, zone) ?? 0;

export const dayOfMonth = (day: string): number => Number(day.slice(8));

/** @param anchorDay of the month; a shorter month has it on its last day */
export function nextDueDay(
  day: string,
  { repeat, anchorDay }: { repeat: Repeat; anchorDay: number },
): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const months = year * 12 + (month - 1) + (repeat === 'year' ? 12 : 1);
  const [nextYear, nextMonth] = [Math.floor(months / 12), months % 12];
  const lastDay = new Date(Date.UTC(nextYear, nextMonth + 1, 0)).getUTCDate();
  const two = (count: number) => String(count).padStart(2, '0');
  return `${String(nextYear).padStart(4, '0')}-${two(nextMonth + 1)}-${two(Math.min(anchorDay, lastDay))}`;
}

const dayMs = 24 * 3_600_000;

/** @param days may be negative */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const [firstHour, lastHour] = [8, 18];

const hourAt = (moment: number, zone: string): number => {
  const midnight = instantOf(`${dayAt(moment, zone)}T00:00`, zone) ?? moment;
  return (moment - midnight) / 3_600_000;
};

/** Mails go from 8 until 18 where the person is. */
export const isDaytime = (moment: number, zone: string): boolean =>
  hourAt(moment, zone) >= firstHour && hourAt(moment, zone) < lastHour;

/** The moment itself by day, else the next morning. */
export function nextDaytime(moment: number, zone: string): number {
  if (isDaytime(moment, zone)) return moment;
  const today = dayAt(moment, zone);
  const morning = instantOf(`${today}T08:00`, zone) ?? moment;
  return morning > moment ? morning : (instantOf(`${nextDay(today)}T08:00`, zone) ?? moment);
}
