import 'server-only';
import type { Locale } from '@/lib/i18n/locales';
import { serverPaths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { spokenMoment } from '@/lib/server/services/mail/spoken-moment';
import { type End, endToken } from './token';

type Reader = { language: Locale; timezone: string | null };

/** What a reminder says: when the link ends, as its reader writes times, and the two ways to decide. */
export async function endingValues(ctx: Context, end: End, reader: Reader) {
  const { BASE_URL } = ctx.config;
  const token = await endToken(ctx, end);
  return {
    date: spokenMoment(ctx, end.until, reader),
    extendUrl: BASE_URL + serverPaths.ending('extend', token),
    endUrl: BASE_URL + serverPaths.ending('end', token),
  };
}
