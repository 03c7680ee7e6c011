import { parseDuration } from '@/lib/domain/units';
import { Failure } from './failure';

/** In the user's zone, such as `2026-12-24 23:59`. */
export function timeText(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '-';
  const [month, day, hour, minute] = [
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
  ].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day} ${hour}:${minute}`;
}

/** Reads a duration, or a day, which ends with its last minute in the user's zone. @throws Failure */
export function parseExpires(text: string): { lastsMs: number } | { until: number } {
  const until = endOfDay(text.trim());
  if (until !== null) {
    if (until <= Date.now()) throw new Failure(`${text.trim()} is over.`, 'usage');
    return { until };
  }
  const lastsMs = parseDuration(text);
  if (lastsMs === null || lastsMs < 1000)
    throw new Failure(`“${text}” is neither a duration nor a day. Try 8h, 14 days or 2030-12-24.`, 'usage');
  return { lastsMs };
}

function endOfDay(text: string): number | null {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const end = new Date(year, month - 1, day, 23, 59);
  return end.getMonth() === month - 1 && end.getDate() === day ? end.getTime() : null;
}
