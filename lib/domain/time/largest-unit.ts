const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Days up to two months, because `45 days left` says more than `6 weeks left`. */
const mostDays = 60;

export function largestUnit(ms: number): { unit: 'minute' | 'hour' | 'day' | 'month'; amount: number } {
  if (ms >= (mostDays + 1) * dayMs) return { unit: 'month', amount: Math.floor(ms / (30 * dayMs)) };
  if (ms >= dayMs) return { unit: 'day', amount: Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { unit: 'hour', amount: Math.floor(ms / hourMs) };
  return { unit: 'minute', amount: Math.max(1, Math.floor(ms / minuteMs)) };
}
