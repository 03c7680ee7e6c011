import 'server-only';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { displayZone } from '@/lib/domain/time/time-zone';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import type { Context } from '@/lib/server/context';

export function mailMoment(
  { config }: Pick<Context, 'config'>,
  at: Date | number,
  { language, timezone }: { language: Locale; timezone: string | null },
): string {
  const timeZone = displayZone(timezone, { device: undefined, fallback: config.DEFAULT_TIMEZONE });
  return new Intl.DateTimeFormat(tagOf(language), { ...zonedDateTimeFormat, timeZone }).format(at);
}
