type Style = 'short' | 'medium' | 'long' | 'full';

/** Always 24 hours; English alone would use 12. */
const hourCycle = 'h23';

export const dateTimeFormat = (dateStyle: Style, timeStyle: Style = 'short') =>
  ({ dateStyle, timeStyle, hourCycle }) as const;

export const zonedDateTimeFormat = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  hourCycle,
} as const;

export const timeFormat = { timeStyle: 'short', hourCycle } as const;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export type TimeLeft = { hours: number; minutes: number; seconds: number };

/** Rounds up to steps of five seconds, one minute or five minutes; never zero. */
export function timeLeft(ms: number): TimeLeft {
  const step = ms <= minute ? 5 * second : ms <= hour ? minute : 5 * minute;
  const rounded = Math.max(1, Math.ceil(ms / step)) * step;
  if (rounded < minute) return { hours: 0, minutes: 0, seconds: rounded / second };
  return { hours: Math.floor(rounded / hour), minutes: Math.floor((rounded % hour) / minute), seconds: 0 };
}

/** Days up to two months, because `45 days left` says more than `6 weeks left`. */
const maxDays = 60;

export function largestUnit(ms: number): { unit: 'minute' | 'hour' | 'day' | 'month'; amount: number } {
  if (ms >= (maxDays + 1) * day) return { unit: 'month', amount: Math.floor(ms / (30 * day)) };
  const [minutes, hours] = [Math.max(1, Math.round(ms / minute)), Math.round(ms / hour)];
  if (hours >= 24) return { unit: 'day', amount: Math.round(ms / day) };
  return minutes >= 60 ? { unit: 'hour', amount: hours } : { unit: 'minute', amount: minutes };
}
