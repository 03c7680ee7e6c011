import { createTranslator } from 'use-intl/core';
import cs from '../../messages/cs.json';
import de from '../../messages/de.json';
import en from '../../messages/en.json';
import es from '../../messages/es.json';
import fr from '../../messages/fr.json';
import it from '../../messages/it.json';
import ja from '../../messages/ja.json';
import ptBr from '../../messages/pt-BR.json';
import { fillIn } from './fill-in';
import { type Locale, tagOf } from './locales';

const messages: Record<Locale, typeof en> = {
  en,
  de: fillIn(de, en),
  fr: fillIn(fr, en),
  ja: fillIn(ja, en),
  cs: fillIn(cs, en),
  es: fillIn(es, en),
  it: fillIn(it, en),
  'pt-BR': fillIn(ptBr, en),
};

export const messagesOf = (locale: Locale) => messages[locale];

export const translator = (locale: Locale) =>
  createTranslator({ locale: tagOf(locale), messages: messages[locale] });
