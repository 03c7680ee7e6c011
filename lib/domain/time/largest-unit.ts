const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Up to two months in days: `6 weeks left` says less than `45 days left`. */
const mostDays = 60;

/** A time in the largest unit of which it has at least one; never zero. */
export function largestUnit(ms: number): { unit: 'minute' | 'hour' | 'day' | 'month'; amount: number } {
  if (ms >= (mostDays + 1) * dayMs) return { unit: 'month', amount: Math.floor(ms / (30 * dayMs)) };
  if (ms >= dayMs) return { unit: 'day', amount: Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { unit: 'hour', amount: Math.floor(ms / hourMs) };
  return { unit: 'minute', amount: Math.max(1, Math.floor(ms / minuteMs)) };
}
