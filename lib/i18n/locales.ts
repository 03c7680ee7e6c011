/** `code` names a language in the API and the configuration; `locale` names its messages file. */
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
/** Locale for dates and numbers; English is British unless the person's region is known. */
export type LocaleTag = Locale | `${Locale}-${string}`;

export const tagOf = (locale: Locale): LocaleTag => (locale === 'en' ? 'en-GB' : locale);
export const localeOfTag = (tag: LocaleTag): Locale => byTag(tag) ?? 'en';

/** Dates go in the order of the region that the browser names first, in whichever language the page is. */
export function regionalTag(locale: Locale, acceptLanguage: string | null): LocaleTag {
  const region = /-([a-z]{2}|\d{3})$/i.exec(tagsIn(acceptLanguage ?? '')[0]?.trim() ?? '')?.[1];
  return region ? `${locale.split('-', 1)[0] as 'en'}-${region.toUpperCase()}` : tagOf(locale);
}

export const isLanguage = (tag: string): tag is Locale => languages.some(({ locale }) => locale === tag);

const primary = (tag: string) => tag.trim().split('-', 1)[0]?.toLowerCase();

/** @param codes none for all */
export const offeredLanguages = (codes: readonly string[]) =>
  languages.filter(({ code }) => codes.length === 0 || codes.includes(code));

const byTag = (tag: string, codes: readonly string[] = []): Locale | undefined =>
  offeredLanguages(codes).find(({ locale }) => primary(locale) === primary(tag))?.locale;
const byCode = (code: string): Locale | undefined =>
  languages.find((language) => language.code === code)?.locale;

/**
 * Prefers the person's choice, then the browser's list, the installation's default, English. Returns listed
 * locales only, so the result is safe in an import.
 */
export function pickLocale(
  chosen: string | readonly string[] | undefined,
  acceptLanguage: string | null,
  defaultCode: string,
  offered: readonly string[] = [],
): Locale {
  for (const tag of [...[chosen ?? []].flat(), ...tagsIn(acceptLanguage ?? '')]) {
    const locale = byTag(tag, offered);
    if (locale) return locale;
  }
  return byCode(defaultCode) ?? 'en';
}

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
