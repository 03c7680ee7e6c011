import 'server-only';
import type { Locale } from '@/lib/i18n/locales';
import { serverPaths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { mailMoment } from '@/lib/server/services/mail/mail-moment';
import { createEndToken, type LinkEnd } from './end-token';

export async function endingValues(
  ctx: Context,
  end: LinkEnd,
  reader: { language: Locale; timezone: string | null },
) {
  const { BASE_URL } = ctx.config;
  const token = await createEndToken(ctx, end);
  return {
    date: mailMoment(ctx, end.until, reader),
    extendUrl: BASE_URL + serverPaths.ending('extend', token),
    endUrl: BASE_URL + serverPaths.ending('end', token),
  };
}
