/** `code` is how the API and the configuration name a language; `locale` is what people choose and its messages file. */
export const languages = [
  { locale: 'en', code: 'gb', label: 'English' },
  { locale: 'de', code: 'de', label: 'Deutsch' },
  { locale: 'fr', code: 'fr', label: 'Français' },
  { locale: 'ja', code: 'ja', label: '日本語' },
  { locale: 'cs', code: 'cz', label: 'Čeština' },
  { locale: 'es', code: 'es', label: 'Español' },
  { locale: 'it', code: 'it', label: 'Italiano' },
  { locale: 'pt-BR', code: 'br', label: 'Português (Brasil)' },
] as const;

export type Locale = (typeof languages)[number]['locale'];
/** In whose way dates and numbers are written: English is British, as its code says. */
export type Tag = Exclude<Locale, 'en'> | 'en-GB';

export const tagOf = (locale: Locale): Tag => (locale === 'en' ? 'en-GB' : locale);
export const localeWith = (tag: Tag): Locale => (tag === 'en-GB' ? 'en' : tag);

export const isLanguage = (tag: string): tag is Locale => languages.some(({ locale }) => locale === tag);

const primary = (tag: string) => tag.trim().split('-', 1)[0]?.toLowerCase();

/** By the language alone: no language is here twice, so a region never decides. */
const byTag = (tag: string): Locale | undefined =>
  languages.find(({ locale }) => primary(locale) === primary(tag))?.locale;
const byCode = (code: string): Locale | undefined =>
  languages.find((language) => language.code === code)?.locale;

/**
 * The person's choice, then the browser's list, then the installation's default, then English.
 * Only listed locales ever reach an import.
 */
export function pickLocale(
  chosen: string | readonly string[] | undefined,
  acceptLanguage: string | null,
  defaultCode: string,
): Locale {
  for (const tag of [...[chosen ?? []].flat(), ...tagsIn(acceptLanguage ?? '')]) {
    const locale = byTag(tag);
    if (locale) return locale;
  }
  return byCode(defaultCode) ?? 'en';
}

/** The tags of an Accept-Language, the most wanted first; a weight of 0 means not wanted at all. */
function tagsIn(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';');
      const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))?.split('=')[1];
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
