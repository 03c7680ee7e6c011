import { expect, test } from 'vitest';
import { languages, localeOfTag, pickLocale, regionalTag, tagOf } from './locales';

test.each([
  ['pt', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['cs', 'cs'],
  ['cs-CZ', 'cs'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['ja-JP', 'ja'],
  ['es-419', 'es'],
  ['zh-Hant-TW, it-CH;q=0.5', 'it'],
])('a browser that asks for %s gets %s', (header, locale) => {
  expect(pickLocale(undefined, header, 'gb')).toBe(locale);
});

test.each([
  ['en;q=0.5, de;q=0.9', 'de'],
  ['en; q=0.8, fr', 'fr'],
  ['de;q=0, it;q=0.1', 'it'],
  ['es;q=0.7, ja;q=0.7', 'es'],
  ['de;q=often, cs;q=0.2', 'cs'],
])('the weights decide: %s gets %s', (header, locale) => {
  expect(pickLocale(undefined, header, 'gb')).toBe(locale);
});

test('a language whose name only begins like one of ours is not ours', () => {
  expect(pickLocale(undefined, 'den, fro, ita', 'ja')).toBe('ja');
});

test('the choice goes before the browser, the browser before the default', () => {
  expect(pickLocale('pt-BR', 'de', 'fr')).toBe('pt-BR');
  expect(pickLocale('../../x', 'de', 'fr')).toBe('de');
  expect(pickLocale(undefined, '*', 'fr')).toBe('fr');
  expect(pickLocale(undefined, null, 'nonsense')).toBe('en');
});

test('a language that isn’t offered falls back to the default', () => {
  expect(pickLocale('de', 'fr, ja', 'gb', ['ja', 'br'])).toBe('ja');
  expect(pickLocale('de', 'fr', 'cz', ['ja', 'br'])).toBe('cs');
  expect(pickLocale('de', 'fr', 'cz', [])).toBe('de');
});

test('every code is the default of its language', () => {
  for (const { code, locale } of languages) expect(pickLocale(undefined, null, code)).toBe(locale);
});

test('English is written as the British do', () => {
  const day = (locale: (typeof languages)[number]['locale']) =>
    new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2026, 2, 4),
    );
  expect(day('en')).toBe('04/03/2026');
  expect(day('de')).toBe('04.03.26');
});

test.each([
  ['en', 'en-US,en;q=0.9', '3/4/26'],
  ['en', 'en-GB', '04/03/2026'],
  ['en', 'en', '04/03/2026'],
  ['en', 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', '04/03/2026'],
  ['de', 'en;q=0.5, de-AT', '04.03.26'],
  ['fr', 'fr-CA,fr;q=0.9', '2026-03-04'],
  ['es', 'es-419', '4/3/26'],
  ['pt-BR', 'pt-PT', '04/03/26'],
  ['en', 'en-<b>', '04/03/2026'],
  ['ja', null, '2026/03/04'],
] as const)(
  'a page in %s for a browser that asks for %s writes the fourth of March %s',
  (locale, accepted, text) => {
    const tag = regionalTag(locale, accepted);
    const format = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone: 'UTC' });
    expect(format.format(Date.UTC(2026, 2, 4))).toBe(text);
    expect(localeOfTag(tag)).toBe(locale);
  },
);

test('the way in which a page is written leads back to its language', () => {
  for (const { locale } of languages) expect(localeOfTag(tagOf(locale))).toBe(locale);
});
