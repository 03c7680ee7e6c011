const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export type TimeLeft = { hours: number; minutes: number; seconds: number };

/** Rounds up to steps of five seconds, one minute or five minutes; never zero. */
export function timeLeft(ms: number): TimeLeft {
  const step = ms <= minute ? 5 * second : ms <= hour ? minute : 5 * minute;
  const rounded = Math.max(1, Math.ceil(ms / step)) * step;
  if (rounded < minute) return { hours: 0, minutes: 0, seconds: rounded / second };
  return { hours: Math.floor(rounded / hour), minutes: Math.floor((rounded % hour) / minute), seconds: 0 };
}
