/** `code` is how the API and the configuration name a language; `locale` is its BCP 47 tag and its messages file. */
export const languages = [
  { locale: 'en', code: 'gb', label: 'English' },
  { locale: 'de', code: 'de', label: 'Deutsch' },
] as const;

export type Locale = (typeof languages)[number]['locale'];

const byLocale = (tag: string): Locale | undefined => languages.find(({ locale }) => locale === tag)?.locale;
const byCode = (code: string): Locale | undefined =>
  languages.find((language) => language.code === code)?.locale;

/**
 * The person's choice, then the browser's list, then the installation's default, then English.
 * Only listed locales ever reach an import.
 */
export function pickLocale(
  chosen: string | undefined,
  acceptLanguage: string | null,
  defaultCode: string,
): Locale {
  const wanted = [chosen ?? '', ...(acceptLanguage ?? '').split(',')];
  for (const entry of wanted) {
    const locale = byLocale(entry.trim().slice(0, 2).toLowerCase());
    if (locale) return locale;
  }
  return byCode(defaultCode) ?? 'en';
}
