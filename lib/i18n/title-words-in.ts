import { createFormatter, createTranslator } from 'use-intl/core';
import type { TitleWords } from '@/lib/domain/title';
import { type Locale, tagOf } from './locales';
import { titleWords } from './title-words';
import { messagesOf } from './translator';

export function titleWordsIn(language: Locale, timeZone: string): TitleWords {
  const locale = tagOf(language);
  const t = createTranslator({ locale, messages: messagesOf(language), namespace: 'files' });
  return titleWords(t, createFormatter({ locale, timeZone }));
}
