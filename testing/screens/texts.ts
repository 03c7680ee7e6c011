import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { pickLocale, tagOf } from '@/lib/i18n/locales';
import type en from '@/messages/en.json';

export type Texts = ReturnType<typeof textsIn>;

/** The product's own texts in the language of a browser, so that a journey can run in each. */
export function textsIn(tag: string) {
  const locale = pickLocale(tag, null, 'gb');
  const messages: typeof en = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
  return createTranslator({ locale: tagOf(locale), messages });
}
