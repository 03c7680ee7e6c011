import { headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { displayZone, isTimeZone } from '@/lib/domain/time/time-zone';
import { pickLocale, regionalTag } from '@/lib/i18n/locales';
import { messagesOf } from '@/lib/i18n/translator';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-headers';
import { chosenPreferences, inboxLanguages } from './page';

/**
 * Entry point of next-intl. The account's choice wins over this browser's, and an inbox's over the browser's
 * languages.
 */
export default getRequestConfig(async () => {
  const [head, preferences] = await Promise.all([headers(), chosenPreferences()]);
  const accepted = head.get('accept-language');
  const { DEFAULT_LANGUAGE, DEFAULT_TIMEZONE, LANGUAGES } = config();
  const chosen = preferences?.language ?? cookiesOf(head, choiceCookieNames.language);
  const locale = pickLocale([chosen, await inboxLanguages()].flat(), accepted, DEFAULT_LANGUAGE, LANGUAGES);
  const device = cookiesOf(head, choiceCookieNames.timezone).find(isTimeZone);
  const timeZone = displayZone(preferences?.timezone ?? null, { device, fallback: DEFAULT_TIMEZONE });
  return { locale: regionalTag(locale, accepted), timeZone, messages: messagesOf(locale) };
});
