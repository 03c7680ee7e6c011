import { createTranslator } from 'next-intl';
import de from '../../messages/de.json';
import en from '../../messages/en.json';
import type { Locale } from './locales';

const messages: Record<Locale, typeof en> = { en, de };

export const messagesOf = (locale: Locale) => messages[locale];

/** For the server's own words outside React: answers, mails, the data plane. */
export const translator = (locale: Locale) => createTranslator({ locale, messages: messages[locale] });
