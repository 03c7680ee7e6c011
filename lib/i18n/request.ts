import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { cookieNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import { pickLocale } from './locales';
import { messagesOf } from './translator';

/** next-intl's entry: the language and time zone of this request's page. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const { DEFAULT_LANGUAGE, DEFAULT_TIMEZONE } = config();
  const chosen = jar.get(cookieNames.language)?.value;
  const locale = pickLocale(chosen, head.get('accept-language'), DEFAULT_LANGUAGE);
  return { locale, timeZone: DEFAULT_TIMEZONE, messages: messagesOf(locale) };
});
