import 'server-only';
import { momentInZone } from '@/lib/domain/time/moment';
import { shownZone } from '@/lib/domain/time/time-zone';
import { serverPaths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { type End, endToken } from './token';

type Reader = { language: string; timezone: string | null };

/** What a reminder says: when the link ends, as its reader writes times, and the two ways to decide. */
export async function endingValues(ctx: Context, end: End, { language, timezone }: Reader) {
  const { BASE_URL, DEFAULT_TIMEZONE } = ctx.config;
  const timeZone = shownZone(timezone, { device: undefined, fallback: DEFAULT_TIMEZONE });
  const token = await endToken(ctx, end);
  return {
    date: new Intl.DateTimeFormat(language, { ...momentInZone, timeZone }).format(end.until),
    extendUrl: BASE_URL + serverPaths.ending('extend', token),
    endUrl: BASE_URL + serverPaths.ending('end', token),
  };
}
