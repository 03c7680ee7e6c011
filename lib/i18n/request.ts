import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { cookieNames } from '@/lib/contract/names';
import { shownZone } from '@/lib/domain/time-zone';
import { config } from '@/lib/server/config';
import { chosenPreferences } from '@/lib/server/http/page';
import { pickLocale, tagOf } from './locales';
import { messagesOf } from './translator';

/**
 * next-intl's entry: the language and time zone of this request's page. What a person has chosen for the account
 * counts before what was chosen in this browser.
 */
export default getRequestConfig(async () => {
  const [jar, head, preferences] = await Promise.all([cookies(), headers(), chosenPreferences()]);
  const { DEFAULT_LANGUAGE, DEFAULT_TIMEZONE } = config();
  const chosen = preferences?.language ?? jar.get(cookieNames.language)?.value;
  const locale = pickLocale(chosen, head.get('accept-language'), DEFAULT_LANGUAGE);
  const device = jar.get(cookieNames.timezone)?.value;
  const timeZone = shownZone(preferences?.timezone ?? null, { device, fallback: DEFAULT_TIMEZONE });
  return { locale: tagOf(locale), timeZone, messages: messagesOf(locale) };
});
